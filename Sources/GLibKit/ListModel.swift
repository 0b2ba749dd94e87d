import CGLib

/// Rows for a `ListModel`: how many, and each by its position.
@MainActor
package protocol ListSource: AnyObject {
    var count: Int { get }

    /// The same object for the same row while anyone holds it. A list keeps its selection and its place by the object.
    func object(at index: Int) -> AnyObject
}

/// A GListModel whose rows are made on demand: it holds nothing for a row that nobody looks at.
@MainActor
package final class ListModel {
    /// The GListModel; this object holds one reference.
    package let pointer: OpaquePointer
    private weak let source: (any ListSource)?
    /// The living items, by the Swift object each carries. Borrowed: an item takes itself out when it ends.
    private var items: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]

    package init(source: any ListSource) {
        self.source = source
        let object = g_object_new_with_properties(listModelType, 0, nil, nil)!
        pointer = OpaquePointer(object)
        // Weak in effect: deinit clears it, and GTK may keep the GListModel longer than we live.
        instance(object, as: ModelInstance.self).pointee.model = Unmanaged.passUnretained(self).toOpaque()
    }

    isolated deinit {
        let object = UnsafeMutableRawPointer(pointer)
        instance(object, as: ModelInstance.self).pointee.model = nil
        for item in items.values { instance(item, as: ItemInstance.self).pointee.model = nil }
        g_object_unref(object)
    }

    /// Tells that at `position`, `removed` rows gave way to `added` others. The source already answers for the new rows.
    package func changed(at position: Int, removed: Int, added: Int) {
        g_list_model_items_changed(pointer, guint(position), guint(removed), guint(added))
    }

    fileprivate var count: Int { source?.count ?? 0 }

    /// +1 reference.
    fileprivate func item(at index: Int) -> UnsafeMutableRawPointer? {
        guard let source, index < source.count else { return nil }
        let payload = source.object(at: index)
        if let living = items[ObjectIdentifier(payload)] { return g_object_ref(living) }
        let item = UnsafeMutableRawPointer(g_object_new_with_properties(listItemType, 0, nil, nil)!)
        let fields = instance(item, as: ItemInstance.self)
        fields.pointee.payload = Unmanaged.passRetained(payload).toOpaque()
        fields.pointee.model = Unmanaged.passUnretained(self).toOpaque()
        items[ObjectIdentifier(payload)] = item
        return item
    }

    fileprivate func ended(_ payload: AnyObject) { items[ObjectIdentifier(payload)] = nil }
}

/// The Swift object that an item of a `ListModel` carries.
@MainActor
package func payload<Payload: AnyObject>(of item: UnsafeMutableRawPointer, as: Payload.Type) -> Payload {
    let payload = instance(item, as: ItemInstance.self).pointee.payload!
    return Unmanaged<AnyObject>.fromOpaque(payload).takeUnretainedValue() as! Payload
}

private struct ItemInstance {
    var parent: GObject
    /// Retained until the item is finalised.
    var payload: UnsafeMutableRawPointer?
    var model: UnsafeMutableRawPointer?
}

private struct ModelInstance {
    var parent: GObject
    var model: UnsafeMutableRawPointer?
}

private func instance<Instance>(_ object: UnsafeMutableRawPointer, as: Instance.Type) -> UnsafeMutablePointer<Instance>
{
    object.assumingMemoryBound(to: Instance.self)
}

private func model(_ pointer: UnsafeMutableRawPointer?) -> ListModel? {
    pointer.map { Unmanaged<ListModel>.fromOpaque($0).takeUnretainedValue() }
}

private func registerType(
    _ name: String, instanceSize: Int, classInit: GClassInitFunc? = nil
) -> GType {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GObjectClass>.size)
    info.instance_size = guint16(instanceSize)
    info.class_init = classInit
    return g_type_register_static(broadsheet_type_object(), name, &info, GTypeFlags(rawValue: 0))
}

private let listItemType = registerType("BroadsheetListItem", instanceSize: MemoryLayout<ItemInstance>.size) {
    type, _ in
    type!.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
        let fields = instance(UnsafeMutableRawPointer(object!), as: ItemInstance.self).pointee
        // Items are used and let go on the main thread only: GTK's.
        nonisolated(unsafe) let (payload, owner) = (fields.payload, fields.model)
        MainActor.assumeIsolated {
            guard let payload else { return }
            let object = Unmanaged<AnyObject>.fromOpaque(payload)
            model(owner)?.ended(object.takeUnretainedValue())
            object.release()
        }
        let parent = g_type_class_peek(broadsheet_type_object())!.assumingMemoryBound(to: GObjectClass.self)
        parent.pointee.finalize(object)
    }
}

private let listModelType: GType = {
    let type = registerType("BroadsheetListModel", instanceSize: MemoryLayout<ModelInstance>.size)
    var interface = GInterfaceInfo()
    interface.interface_init = { raw, _ in
        let interface = raw!.assumingMemoryBound(to: GListModelInterface.self)
        interface.pointee.get_item_type = { _ in listItemType }
        interface.pointee.get_n_items = { pointer in
            nonisolated(unsafe) let fields = instance(UnsafeMutableRawPointer(pointer!), as: ModelInstance.self).pointee
            return MainActor.assumeIsolated { guint(model(fields.model)?.count ?? 0) }
        }
        interface.pointee.get_item = { pointer, index in
            nonisolated(unsafe) let fields = instance(UnsafeMutableRawPointer(pointer!), as: ModelInstance.self).pointee
            nonisolated(unsafe) var item: UnsafeMutableRawPointer?
            MainActor.assumeIsolated { item = model(fields.model)?.item(at: Int(index)) }
            return item
        }
    }
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return type
}()
