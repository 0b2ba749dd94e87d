import CGLib
import CGtk
import GLibKit

/// A row's place in a list: borrowed, good while the row is bound.
@MainActor
package struct ListItem {
    private let pointer: OpaquePointer

    fileprivate init(_ object: UnsafeMutableRawPointer) { pointer = OpaquePointer(object) }

    package var position: Int { Int(gtk_list_item_get_position(pointer)) }

    package var child: Widget? {
        get { gtk_list_item_get_child(pointer) }
        nonmutating set { gtk_list_item_set_child(pointer, newValue) }
    }

    /// The Swift object behind the row.
    package func payload<Payload: AnyObject>(as type: Payload.Type = Payload.self) -> Payload? {
        gtk_list_item_get_item(pointer).map { GLibKit.payload(of: UnsafeMutableRawPointer($0), as: type) }
    }
}

/// A factory whose rows are made and filled by closures. +1 reference.
@MainActor
package func listItemFactory(
    setup: @escaping @MainActor (ListItem) -> Void, bind: @escaping @MainActor (ListItem) -> Void,
    unbind: @escaping @MainActor (ListItem) -> Void
) -> OpaquePointer {
    let factory = gtk_signal_list_item_factory_new()!
    for (signal, body) in [("setup", setup), ("bind", bind), ("unbind", unbind)] {
        connect(factory, signal) { body(ListItem($0.object(1)!)) }
    }
    return factory
}
