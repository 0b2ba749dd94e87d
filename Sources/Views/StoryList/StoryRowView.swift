import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// One row of the list: a thumbnail or its placeholder, title and summary, source and time. Every row has the same height.
@MainActor
final class StoryRowView {
    let widget: Widget
    private let text = inscription(lines: 4)
    private let footnote = inscription(lines: 1, classes: ["footnote"])
    /// Its style draws the placeholder, and the thumbnail over it.
    private let picture = gtk_picture_new()!

    private var viewModel: StoryRowViewModel?
    private var observations: [Observation] = []
    private var loading: Task<Void, Never>?

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        gtk_widget_add_css_class(widget, "story")

        gtk_widget_add_css_class(picture, "thumbnail")
        gtk_widget_set_size_request(picture, Self.thumbnail.width, Self.thumbnail.height)
        // Measured so, it is of that size whatever it shows: by itself it would grow with the height of the row.
        gtk_widget_set_layout_manager(picture, gtk_bin_layout_new())
        gtk_widget_set_valign(picture, GTK_ALIGN_CENTER)
        gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN)
        picture.markAsDecoration()
        // A long source gives way to the time behind it.
        gtk_inscription_set_text_overflow(footnote.object, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE)
        gtk_box_append(widget.cast(), picture)

        let lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)!
        gtk_widget_set_hexpand(lines, 1)
        gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
        gtk_box_append(lines.cast(), text)
        gtk_box_append(lines.cast(), footnote)
        gtk_box_append(widget.cast(), lines)
        widget.keep(self)
        connect(widget.object, "notify::scale-factor") { [unowned self] _ in
            viewModel?.wentFar()
            load()
        }
    }

    func bind(_ viewModel: StoryRowViewModel) {
        self.viewModel = viewModel
        observations = [
            viewModel.$content.observe { [unowned self] in show($0) },
            viewModel.$picture.observe { [unowned self] in show($0) },
            viewModel.$attempt.observe { [unowned self] _ in load() },
        ]
    }

    func unbind() {
        isNear = false
        observations = []
        viewModel = nil
        // A GtkInscription of GTK 4.8 that ends with attributes never lets go of them.
        gtk_inscription_set_attributes(text.object, nil)
    }

    /// Whether the row is seen or soon will be. Only then it has text and picture: GTK keeps some 200 rows around the view.
    var isNear = false {
        didSet {
            guard isNear != oldValue else { return }
            setText()
            load()
            if !isNear { viewModel?.wentFar() }
        }
    }

    private func load() {
        loading?.cancel()
        loading = nil
        guard isNear, let viewModel else { return }
        let scale = Int(gtk_widget_get_scale_factor(widget))
        let size = PixelSize(width: Int(Self.thumbnail.width) * scale, height: Int(Self.thumbnail.height) * scale)
        loading = Task { await viewModel.cameNear(thumbnail: size) }
    }

    private func show(_ row: StoryList.Row) {
        // The row that gets the focus is the list's own widget around ours.
        (gtk_widget_get_parent(widget) ?? widget).describe(label: row.label, description: row.summary)
        setText()
    }

    private func setText() {
        let row = viewModel?.content
        guard isNear, let row else {
            // GTK calls what has neither text nor label by its class.
            for (inscription, words) in [(text, row?.title), (footnote, row?.footnote)] {
                gtk_inscription_set_text(inscription.object, nil)
                if let words { inscription.describe(label: words) }
            }
            return
        }
        let hasSummary = !row.summary.isEmpty
        gtk_inscription_set_text(text.object, hasSummary ? row.title + "\n" + row.summary : row.title)
        let attributes = pango_attr_list_new()!
        let titleEnd = guint(row.title.utf8.count)
        let bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD)!
        bold.pointee.end_index = titleEnd
        pango_attr_list_insert(attributes, bold)
        let dim = pango_attr_foreground_alpha_new(guint16(0.75 * 65535))!
        dim.pointee.start_index = titleEnd
        pango_attr_list_insert(attributes, dim)
        gtk_inscription_set_attributes(text.object, attributes)
        pango_attr_list_unref(attributes)
        gtk_inscription_set_text(footnote.object, row.footnote)
    }

    private func show(_ shown: Picture?) {
        let texture = shown.map { makeTexture(width: $0.width, height: $0.height, pixels: $0.pixels) }
        gtk_picture_set_paintable(picture.object, texture)
        if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
    }

    /// Logical pixels, three to two as newspapers send them.
    private static let thumbnail: (width: Int32, height: Int32) = (120, 80)
}
