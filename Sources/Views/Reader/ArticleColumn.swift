import CGLib
import CGtk
import GLibKit
import GtkKit
import Scenes

/// The column of text: pieces one below the other, of which those near the view have widgets. What is seen stays where it is
/// when the height of something above turns out to be another than it was thought to be.
@MainActor
final class ArticleColumn: CustomLayout {
    let scroller = gtk_scrolled_window_new()!
    /// The parent of the pieces.
    let widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    /// Makes the view of a piece.
    var make: (Int) -> PieceView = { _ in preconditionFailure("set before anything is shown") }
    /// The pieces that have a view are others than before.
    var changed: () -> Void = {}

    private var pieces: [Reader.Piece] = []
    /// In logical pixels: measured where there was a widget, else estimated.
    private var heights: [Int32] = []
    private(set) var live: [Int: PieceView] = [:]
    private var range = 0..<0
    /// What the heights are for; 0 before the first layout.
    private var width: Int32 = 0
    /// The piece at the top of the view, and how far it is scrolled into, as the person left it.
    private var anchor = (piece: 0, offset: 0.0)
    private var isScheduled = false
    private var isAllMade = false
    /// Logical pixels.
    var measure: Int32 = 680 { didSet { if measure != oldValue { gtk_widget_queue_resize(widget) } } }
    private static let margin: Int32 = 20
    private static let lineHeight: Int32 = 28
    /// Articles of so few pieces have them all: Tab and screen readers go through them at once.
    private static let few = 60

    init() {
        widget.keep(self)
        setCustomLayout(of: widget)
        gtk_widget_add_css_class(widget, "article")
        gtk_scrolled_window_set_child(scroller.object, widget)
        gtk_scrolled_window_set_policy(scroller.object, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_widget_set_vexpand(scroller, 1)
        gtk_widget_set_hexpand(scroller, 1)
        gtk_widget_set_focusable(scroller, 1)
        for signal in ["value-changed", "changed"] {
            connect(UnsafeMutableRawPointer(adjustment), signal) { [weak self] _ in self?.schedule() }
        }
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(scroller.object)
    }

    // MARK: Showing

    func show(_ shown: [Reader.Piece]) {
        removeAll()
        pieces = shown
        heights = shown.map { Int32(clamping: $0.lines) * Self.lineHeight + 16 }
        width = 0
        anchor = (0, 0)
        isAllMade = false
        // The first page is there with the first frame.
        let page = max(gtk_adjustment_get_page_size(adjustment), 800)
        var end = 0
        var height = 0.0
        while end < pieces.count, height < page {
            height += Double(heights[end])
            end += 1
        }
        setRange(0..<end)
        gtk_widget_queue_resize(widget)
        gtk_adjustment_set_value(adjustment, 0)
        schedule()
    }

    /// Scrolls so that a piece begins at the top of the view, or with `text`'s own place in it where that is known.
    func go(to piece: Int, inner: Widget? = nil) {
        guard pieces.indices.contains(piece) else { return }
        if live[piece] == nil { setRange(near(piece)) }
        settle()
        anchor = (piece, 0)
        var offset = -24.0
        if let inner = inner ?? live[piece]?.widget, let view = live[piece] {
            var y = 0.0
            if gtk_widget_translate_coordinates(inner, view.widget, 0, 0, nil, &y) != 0 { offset += y }
        }
        setValue(Double(top(of: piece)) + offset)
        schedule()
    }

    /// Whether all of a widget inside the column is seen.
    func isSeen(_ inner: Widget) -> Bool {
        var y = 0.0
        guard gtk_widget_translate_coordinates(inner, scroller, 0, 0, nil, &y) != 0 else { return false }
        return y >= 0 && y + Double(gtk_widget_get_height(inner)) <= Double(gtk_widget_get_height(scroller))
    }

    /// Something inside a piece wants another height.
    func heightChanged() {
        gtk_widget_queue_resize(widget)
        schedule()
    }

    func scroll(by distance: Double) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    /// Where a piece begins.
    func top(of piece: Int) -> Int32 { heights[..<piece].reduce(Self.margin) { $0 &+ $1 } }

    /// The pieces that have a view, from the top.
    var liveInOrder: [(piece: Int, view: PieceView)] { range.compactMap { index in live[index].map { (index, $0) } } }

    // MARK: What is near

    /// Once a frame, before its layout: neither GTK's layout nor a signal inside it may change what is laid out.
    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        onNextFrame(scroller) { [weak self] in
            self?.isScheduled = false
            self?.update()
        }
    }

    private func update() {
        guard !pieces.isEmpty, gtk_widget_get_width(widget) > 0 else { return }
        let value = gtk_adjustment_get_value(adjustment)
        if width == columnWidth {
            // The person scrolled, or nobody did.
            anchor = place(at: value)
        }
        // At the width of a telephone the title is smaller.
        let isNarrow = columnWidth < 440
        if isNarrow != (gtk_widget_has_css_class(widget, "narrow") != 0) {
            isNarrow ? gtk_widget_add_css_class(widget, "narrow") : gtk_widget_remove_css_class(widget, "narrow")
        }
        settle()
        setValue(Double(top(of: anchor.piece)) + anchor.offset)
        let wanted = pieces.count <= Self.few && isAllMade ? 0..<pieces.count : near(anchor.piece)
        if !(range.lowerBound <= wanted.lowerBound && range.upperBound >= wanted.upperBound)
            || range.count > 3 * wanted.count
        {
            setRange(wanted)
            settle()
            setValue(Double(top(of: anchor.piece)) + anchor.offset)
        } else if pieces.count <= Self.few, !isAllMade {
            isAllMade = true
            schedule()
        }
        tellFigures()
    }

    /// The pieces from one page above the view to one and a half below.
    private func near(_ first: Int) -> Range<Int> {
        let page = Int32(max(gtk_adjustment_get_page_size(adjustment), 400))
        var (low, above) = (first, Int32(0))
        while low > 0, above < page {
            low -= 1
            above += heights[low]
        }
        var (high, below) = (first, Int32(0))
        while high < pieces.count, below < page * 5 / 2 {
            below += heights[high]
            high += 1
        }
        return low..<high
    }

    private func place(at value: Double) -> (piece: Int, offset: Double) {
        var top = Double(Self.margin)
        for (index, height) in heights.enumerated() {
            if top + Double(height) > value { return (index, value - top) }
            top += Double(height)
        }
        return (max(0, pieces.count - 1), 0)
    }

    private func setRange(_ wanted: Range<Int>) {
        for index in range where !wanted.contains(index) { remove(index) }
        range = wanted
        for index in wanted where live[index] == nil {
            let view = make(index)
            live[index] = view
            insert(view, at: index)
        }
        changed()
    }

    /// The order of the children is that of reading: Tab follows it.
    private func insert(_ view: PieceView, at index: Int) {
        let before = live[index - 1]?.widget
        if let before {
            gtk_widget_insert_after(view.widget, widget, before)
        } else {
            gtk_widget_insert_after(view.widget, widget, nil)
        }
    }

    private func remove(_ index: Int) {
        guard let view = live.removeValue(forKey: index) else { return }
        let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
        if let focus, gtk_widget_is_ancestor(focus, view.widget) != 0 { gtk_widget_grab_focus(scroller) }
        view.end()
        gtk_box_remove(widget.cast(), view.widget)
    }

    private func removeAll() {
        for index in Array(live.keys) { remove(index) }
        range = 0..<0
    }

    /// Puts the heights right of all that has a widget.
    private func settle() {
        let wanted = columnWidth
        guard wanted > 0 else { return }
        if width != wanted {
            if width > 0 {
                // What was measured at another width is about so much higher or lower now.
                for index in heights.indices where live[index] == nil {
                    heights[index] = Int32(Double(heights[index]) * Double(width) / Double(wanted))
                }
            }
            width = wanted
        }
        for (index, view) in live { heights[index] = view.widget.height(forWidth: wanted) }
    }

    private func setValue(_ value: Double) {
        let upper = Double(top(of: pieces.count) + Self.margin)
        let page = gtk_adjustment_get_page_size(adjustment)
        let clamped = max(0, min(value, upper - page))
        guard
            abs(gtk_adjustment_get_value(adjustment) - clamped) >= 1
                || gtk_adjustment_get_upper(adjustment) != max(upper, page)
        else { return }
        gtk_adjustment_configure(
            adjustment, clamped, 0, max(upper, page), gtk_adjustment_get_step_increment(adjustment),
            gtk_adjustment_get_page_increment(adjustment), page)
        gtk_widget_queue_resize(widget)
    }

    /// Pictures are for those within a page of the view.
    private func tellFigures() {
        let value = gtk_adjustment_get_value(adjustment)
        let page = gtk_adjustment_get_page_size(adjustment)
        var top = Double(self.top(of: range.lowerBound))
        for index in range {
            let bottom = top + Double(heights[index])
            let isNear = bottom > value - page && top < value + 2 * page
            for figure in live[index]?.figures ?? [] { figure.isNear = isNear }
            top = bottom
        }
    }

    // MARK: Layout

    private var columnWidth: Int32 { Self.column(of: gtk_widget_get_width(widget), measure) }

    private static func column(of width: Int32, _ measure: Int32) -> Int32 { max(0, min(width - 2 * margin, measure)) }

    var widths: (minimum: Int32, natural: Int32) { (300, measure + 2 * Self.margin) }

    func height(forWidth width: Int32) -> Int32 {
        let inner = Self.column(of: width < 0 ? measure + 2 * Self.margin : width, measure)
        var height = 2 * Self.margin
        for index in heights.indices {
            height &+= live[index].map { $0.widget.height(forWidth: inner) } ?? heights[index]
        }
        return height
    }

    func allocate(width: Int32, height: Int32) {
        let inner = Self.column(of: width, measure)
        let x = (width - inner) / 2
        guard let first = range.first else { return }
        var y = top(of: first)
        for index in range {
            guard let view = live[index] else { continue }
            let height = view.widget.height(forWidth: inner)
            view.widget.place(x: x, y: y, width: inner, height: height)
            y += height
        }
        if self.width != inner { schedule() }
    }
}
