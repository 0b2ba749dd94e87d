import CGLib
import GLibKit
import Testing

@MainActor
struct ListModelTests {
    @MainActor final class Row {}

    /// Makes a row when it is asked for and keeps none.
    @MainActor final class Rows: ListSource {
        var count = 3
        private(set) weak var last: Row?
        private var living: [Int: WeakRow] = [:]

        func object(at index: Int) -> AnyObject {
            let row = living[index]?.row ?? Row()
            living[index] = WeakRow(row: row)
            last = row
            return row
        }

        private struct WeakRow { weak var row: Row? }
    }

    let rows = Rows()

    private func item(_ index: UInt32, of model: ListModel) -> UnsafeMutableRawPointer? {
        g_list_model_get_item(model.pointer, index)
    }

    @Test func `a row is the same object while anyone holds it, and ends with the last who does`() {
        let model = ListModel(source: rows)
        let (one, two) = (item(1, of: model), item(1, of: model))
        #expect(one == two)
        #expect(item(2, of: model) != one)
        #expect(payload(of: one!, as: Row.self) === rows.object(at: 1))
        g_object_unref(one)
        #expect(rows.last != nil)
        g_object_unref(two)
        #expect(rows.last == nil)
    }

    @Test func `there is no row beyond the last`() {
        let model = ListModel(source: rows)
        #expect(g_list_model_get_n_items(model.pointer) == 3)
        #expect(item(3, of: model) == nil)
        #expect(item(.max, of: model) == nil)
    }

    @Test func `a change is told as it was`() {
        let model = ListModel(source: rows)
        var told: [[Int]] = []
        connect(model.pointer, "items-changed") { told.append([$0.uint(1), $0.uint(2), $0.uint(3)]) }
        rows.count = 4
        model.changed(at: 1, removed: 1, added: 2)
        #expect(told == [[1, 1, 2]])
    }

    @Test func `whoever still holds the list when it has ended finds it empty`() {
        var model: ListModel? = ListModel(source: rows)
        let pointer = model!.pointer
        g_object_ref(UnsafeMutableRawPointer(pointer))
        let row = item(0, of: model!)
        model = nil
        #expect(g_list_model_get_n_items(pointer) == 0)
        #expect(g_list_model_get_item(pointer, 0) == nil)
        g_object_unref(row)
        #expect(rows.last == nil)
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }
}
