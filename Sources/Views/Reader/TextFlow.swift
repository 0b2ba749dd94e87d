import CGLib
import CGtk
import GLibKit
import GtkKit
import Scenes

/// A range of a text that is drawn on another ground.
struct TextMark: Equatable {
    enum Kind { case selected, match, current }

    let range: Range<Int>
    let kind: Kind
}

/// Owns what is selected and found across the labels of an article, and draws it as attributes of their text: GTK clears the
/// selection of a label when another one is made.
@MainActor
final class TextFlow {
    private unowned let column: ArticleColumn
    var body = Reader.Body() { didSet { clear() } }
    var found = Reader.Found() { didSet { if found != oldValue { draw() } } }
    /// The address of the link that is pointed at.
    var pointed: (String?) -> Void = { _ in }
    private(set) var selection: (anchor: Reader.Position, head: Reader.Position)?

    init(column: ArticleColumn) {
        self.column = column
        let drag = gtk_gesture_drag_new()!
        connect(drag, "drag-update") { [weak self] arguments in
            self?.drag(drag, by: (arguments.double(1), arguments.double(2)))
        }
        gtk_widget_add_controller(column.widget, drag)
        let click = gtk_gesture_click_new()!
        connect(click, "pressed") { [weak self] arguments in
            self?.press(arguments.int(1), x: arguments.double(2), y: arguments.double(3))
        }
        gtk_widget_add_controller(column.widget, click)
        let motion = gtk_event_controller_motion_new()!
        connect(motion, "motion") { [weak self] arguments in
            self?.point(x: arguments.double(1), y: arguments.double(2))
        }
        connect(motion, "leave") { [weak self] _ in self?.pointed(nil) }
        gtk_widget_add_controller(column.widget, motion)
    }

    /// The selected text; nil where there is none.
    var selected: String? {
        guard let selection, selection.anchor != selection.head else { return nil }
        return body.words(from: selection.anchor, to: selection.head)
    }

    func selectAll() {
        guard let everything = body.everything else { return }
        selection = (everything.start, everything.end)
        draw()
    }

    func clear() {
        selection = nil
        draw()
    }

    // MARK: Pointer

    private func press(_ times: Int, x: Double, y: Double) {
        gtk_widget_grab_focus(column.scroller)
        guard times > 1, let place = position(x, y) else {
            if selection != nil { clear() }
            return
        }
        if times == 2 {
            let word = body.word(at: place)
            selection = (word.start, word.end)
        } else {
            let end = body.texts[place.text].plain.utf8.count
            selection = (Reader.Position(text: place.text, offset: 0), Reader.Position(text: place.text, offset: end))
        }
        finish()
    }

    private func drag(_ gesture: OpaquePointer, by offset: (x: Double, y: Double)) {
        guard abs(offset.x) + abs(offset.y) > 6 else { return }
        var (x, y) = (0.0, 0.0)
        guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0, let start = position(x, y),
            let head = position(x + offset.x, y + offset.y)
        else { return }
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        selection = (start, head)
        finish()
    }

    private func finish() {
        draw()
        if let selected {
            gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(column.widget), selected)
        }
    }

    private func point(x: Double, y: Double) {
        guard let (index, label) = label(at: x, y), case let links = body.texts[index].links, !links.isEmpty,
            let place = position(x, y, in: label, index)
        else { return pointed(nil) }
        pointed(links.first { $0.range.contains(place.offset) }?.url)
    }

    // MARK: Places

    private func position(_ x: Double, _ y: Double) -> Reader.Position? {
        label(at: x, y, isExact: false).flatMap { position(x, y, in: $0.label, $0.text) }
    }

    private func position(_ x: Double, _ y: Double, in label: Widget, _ index: Int) -> Reader.Position? {
        var (inside, down) = (0.0, 0.0)
        guard gtk_widget_translate_coordinates(column.widget, label, x, y, &inside, &down) != 0 else { return nil }
        var (left, top): (Int32, Int32) = (0, 0)
        gtk_label_get_layout_offsets(label.object, &left, &top)
        var (byte, trailing): (Int32, Int32) = (0, 0)
        let scale = Double(PANGO_SCALE)
        pango_layout_xy_to_index(
            gtk_label_get_layout(label.object), Int32((inside - Double(left)) * scale),
            Int32((down - Double(top)) * scale),
            &byte, &trailing)
        let text = body.texts[index].plain
        var offset = Int(byte)
        var place = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
        while trailing > 0, place < text.endIndex {
            place = text.unicodeScalars.index(after: place)
            trailing -= 1
        }
        offset = text.utf8.distance(from: text.startIndex, to: place)
        return Reader.Position(text: index, offset: offset)
    }

    /// The label at a point of the column, or the nearest one.
    private func label(at x: Double, _ y: Double, isExact: Bool = true) -> (text: Int, label: Widget)? {
        var best: (distance: Double, text: Int, label: Widget)?
        for (_, view) in column.liveInOrder {
            for (index, label) in view.labels {
                var (left, top) = (0.0, 0.0)
                guard gtk_widget_translate_coordinates(label, column.widget, 0, 0, &left, &top) != 0 else { continue }
                let (width, height) = (Double(gtk_widget_get_width(label)), Double(gtk_widget_get_height(label)))
                let down = max(top - y, y - top - height, 0)
                let across = max(left - x, x - left - width, 0)
                // A line above or below is farther than one beside.
                let distance = down * 1000 + across
                if best == nil || distance < best!.distance { best = (distance, index, label) }
                if distance == 0 { return (index, label) }
            }
        }
        return isExact ? nil : best.map { ($0.text, $0.label) }
    }

    // MARK: Drawing

    /// Draws what is selected and found in the labels there are.
    func draw() {
        var marks: [Int: [TextMark]] = [:]
        for (index, match) in found.matches.enumerated() {
            marks[match.text, default: []].append(
                TextMark(range: match.range, kind: index == found.current ? .current : .match))
        }
        for (_, view) in column.liveInOrder {
            for (index, label) in view.labels {
                var marks = marks[index] ?? []
                if let range = selectedRange(of: index) { marks.append(TextMark(range: range, kind: .selected)) }
                guard marks != view.drawn[index] ?? [] else { continue }
                view.drawn[index] = marks
                draw(marks, on: label)
            }
        }
    }

    private func selectedRange(of index: Int) -> Range<Int>? {
        guard let selection else { return nil }
        let (start, end) = (min(selection.anchor, selection.head), max(selection.anchor, selection.head))
        guard index >= start.text, index <= end.text else { return nil }
        let from = index == start.text ? start.offset : 0
        let to = index == end.text ? end.offset : body.texts[index].plain.utf8.count
        return from < to ? from..<to : nil
    }

    private func draw(_ marks: [TextMark], on label: Widget) {
        guard !marks.isEmpty else { return gtk_label_set_attributes(label.object, nil) }
        var accent = GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 1)
        gtk_style_context_lookup_color(gtk_widget_get_style_context(label), "accent_bg_color", &accent)
        let list = pango_attr_list_new()!
        for mark in marks {
            let (colour, alpha): ((Float, Float, Float), Double) =
                switch mark.kind {
                case .selected: ((accent.red, accent.green, accent.blue), 0.35)
                case .match: ((0.97, 0.82, 0.2), 0.45)
                case .current: ((1, 0.47, 0), 0.65)
                }
            func part(_ value: Float) -> guint16 { guint16(value * 65535) }
            let background = pango_attr_background_new(part(colour.0), part(colour.1), part(colour.2))!
            let strength = pango_attr_background_alpha_new(guint16(alpha * 65535))!
            for attribute in [background, strength] {
                attribute.pointee.start_index = guint(mark.range.lowerBound)
                attribute.pointee.end_index = guint(mark.range.upperBound)
                pango_attr_list_insert(list, attribute)
            }
        }
        gtk_label_set_attributes(label.object, list)
        pango_attr_list_unref(list)
    }
}
