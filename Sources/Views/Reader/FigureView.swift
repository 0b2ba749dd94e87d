import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// A picture of an article: its room is kept, it is fetched when it comes near, and where it does not come there are its
/// description and a button.
@MainActor
final class FigureView: CustomLayout {
    let widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let figure: Reader.Figure
    private weak let host: (any PieceHost)?
    private let picture = gtk_picture_new()!
    private var failure: Widget?
    /// Logical pixels, once it is known.
    private var size: (width: Double, height: Double)?
    private var shownWidth: Int32 = 0
    private var loading: Task<Void, Never>?

    init(_ figure: Reader.Figure, host: (any PieceHost)?) {
        self.figure = figure
        self.host = host
        if let width = figure.width, let height = figure.height, width > 0, height > 0 {
            size = (Double(width), Double(height))
        }
        gtk_widget_add_css_class(picture, "picture")
        gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN)
        picture.describe(label: figure.label)
        gtk_widget_set_tooltip_text(picture, figure.label)
        gtk_picture_set_can_shrink(picture.object, 1)
        widget.keep(self)
        setCustomLayout(of: widget)
        gtk_box_append(widget.cast(), picture)
        onClick(within: picture) { [weak self] _ in
            guard let self, failure == nil else { return }
            self.host?.pictureChosen(figure)
        }
    }

    /// Whether it is seen or soon will be.
    var isNear = false {
        didSet {
            guard isNear != oldValue else { return }
            isNear ? load() : letGo()
        }
    }

    private func letGo() {
        loading?.cancel()
        loading = nil
        gtk_picture_set_paintable(picture.object, nil)
    }

    private func load() {
        guard loading == nil, shownWidth > 0 else { return }
        let scale = Int(gtk_widget_get_scale_factor(widget))
        // Where it is not known yet, no higher than twice its width.
        let width = Int(shownWidth) * scale
        let room = PixelSize(
            width: width, height: size == nil ? width * 2 : Int(shownHeight(forWidth: shownWidth)) * scale + 1)
        loading = Task { [weak self, weak host, figure] in
            let loaded = await host?.picture(figure.url, within: room)
            guard let self, !Task.isCancelled else { return }
            show(loaded, scale: Double(scale))
        }
    }

    private func show(_ loaded: Picture?, scale: Double) {
        guard let loaded else { return showFailure() }
        gtk_widget_add_css_class(picture, "loaded")
        let texture = makeTexture(width: loaded.width, height: loaded.height, pixels: loaded.pixels)
        gtk_picture_set_paintable(picture.object, texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
        // What the article says of its size may be wrong by more than rounding.
        let shape = Double(loaded.width) / Double(loaded.height)
        if size.map({ abs($0.width / $0.height / shape - 1) > 0.05 }) ?? true {
            size = (Double(loaded.width) / scale, Double(loaded.height) / scale)
            changeHeight()
        }
    }

    private func showFailure() {
        guard failure == nil else { return }
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        gtk_widget_add_css_class(box, "missing")
        let words = gtk_label_new(figure.label)!
        gtk_label_set_wrap(words.object, 1)
        gtk_label_set_lines(words.object, 4)
        gtk_label_set_ellipsize(words.object, PANGO_ELLIPSIZE_END)
        gtk_label_set_justify(words.object, GTK_JUSTIFY_CENTER)
        let button = gtk_button_new_with_mnemonic(tr("_Try Again"))!
        gtk_accessible_reset_property(button.object, GTK_ACCESSIBLE_PROPERTY_LABEL)
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        for child in [words, button] { gtk_box_append(box.cast(), child) }
        connect(button.object, "clicked") { [weak self] _ in self?.retry() }
        gtk_box_append(widget.cast(), box)
        failure = box
        changeHeight()
    }

    private func retry() {
        if let failure { gtk_box_remove(widget.cast(), failure) }
        failure = nil
        changeHeight()
        loading = Task { [weak self, weak host] in
            await host?.pictureRetried()
            guard let self, !Task.isCancelled else { return }
            loading = nil
            load()
        }
    }

    private func changeHeight() {
        gtk_widget_queue_resize(widget)
        host?.heightChanged()
    }

    // MARK: Layout

    var widths: (minimum: Int32, natural: Int32) { (40, 40) }

    func height(forWidth width: Int32) -> Int32 {
        max(width < 0 ? 40 : shownHeight(forWidth: width), failure.map { $0.height(forWidth: max(width, -1)) } ?? 0)
    }

    /// As wide as the column, but no wider than the picture, and no portrait higher than it is wide by a third.
    private func shown(in width: Int32) -> (width: Double, height: Double) {
        guard let size else { return (Double(width), Double(width) * 2 / 3) }
        // One that nearly fills the column does so.
        var shown = size.width > Double(width) * 0.6 ? Double(width) : size.width
        shown = min(shown, Double(width) * 1.3 * size.width / size.height)
        return (shown, shown * size.height / size.width)
    }

    private func shownHeight(forWidth width: Int32) -> Int32 { max(8, Int32(shown(in: width).height.rounded())) }

    func allocate(width: Int32, height: Int32) {
        let shown = shown(in: width)
        let pictureWidth = max(1, Int32(shown.width.rounded()))
        let pictureHeight = failure == nil ? shownHeight(forWidth: width) : height
        picture.place(x: (width - pictureWidth) / 2, y: 0, width: pictureWidth, height: pictureHeight)
        failure?.place(x: 0, y: 0, width: width, height: height)
        let isOther = shownWidth != pictureWidth
        shownWidth = pictureWidth
        guard isOther, isNear else { return }
        // For another width there are other pixels; those there are stay meanwhile.
        loading?.cancel()
        loading = nil
        load()
    }
}
