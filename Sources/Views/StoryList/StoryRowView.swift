import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// One row of the list: a thumbnail or its placeholder, title and summary, source and time. Every row has the same height.
///
/// It draws itself: GTK keeps some 200 rows, and of five widgets each they took 3 MB and most of the time of a frame.
@MainActor
final class StoryRowView: Drawing {
    private(set) var widget: Widget!
    private var viewModel: StoryRowViewModel?
    private var observations: [Observation] = []
    private var loading: Task<Void, Never>?

    /// PangoLayouts, there from the first time the row is drawn until it is far.
    private var text: OpaquePointer?
    private var footnote: OpaquePointer?
    private var texture: OpaquePointer?

    init() {
        widget = drawnWidget(self)
        gtk_widget_add_css_class(widget, "story")
        widget.keep(self)
        connect(widget.object, "notify::scale-factor") { [unowned self] _ in
            viewModel?.wentFar()
            load()
        }
    }

    isolated deinit {
        letGoOfText()
        letGo(&texture)
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
        letGoOfText()
        letGo(&texture)
    }

    /// Whether the row is seen or soon will be. Only then it has a picture: GTK keeps some 200 rows around the view.
    var isNear = false {
        didSet {
            guard isNear != oldValue else { return }
            load()
            guard !isNear else { return }
            letGoOfText()
            viewModel?.wentFar()
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
        letGoOfText()
        gtk_widget_queue_draw(widget)
    }

    private func show(_ shown: Picture?) {
        guard shown != nil || texture != nil else { return }
        letGo(&texture)
        texture = shown.map { makeTexture(width: $0.width, height: $0.height, pixels: $0.pixels) }
        gtk_widget_queue_draw(widget)
    }

    private func letGoOfText() {
        letGo(&text)
        letGo(&footnote)
    }

    private func letGo(_ object: inout OpaquePointer?) {
        if let object { g_object_unref(UnsafeMutableRawPointer(object)) }
        object = nil
    }

    // MARK: Drawing

    func extent(_ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32) {
        if orientation == GTK_ORIENTATION_VERTICAL {
            let heights = lineHeights()
            let height = max(Self.thumbnail.height, Self.lines * heights.text + Self.lineGap + heights.footnote)
            return (height, height)
        }
        let indent = Self.thumbnail.width + Self.gap
        return (indent + 80, indent + 360)
    }

    func draw(_ snapshot: OpaquePointer) {
        let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
        let isReversed = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)

        let place = Self.thumbnail
        let left = isReversed ? width - place.width : 0
        drawPicture(snapshot, at: (Float(left), Float((height - place.height) / 2)), color)

        guard let row = viewModel?.content, !row.title.isEmpty else { return }
        let heights = lineHeights()
        let textWidth = max(0, width - place.width - Self.gap)
        let textHeight = Self.lines * heights.text
        let text = self.text ?? makeText(row)
        let footnote = self.footnote ?? makeFootnote(row)
        self.text = text
        self.footnote = footnote
        for layout in [text, footnote] {
            pango_layout_set_width(layout, textWidth * PANGO_SCALE)
            // Pango turns it round for a text of the other direction.
            pango_layout_set_alignment(layout, isReversed ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        }
        pango_layout_set_height(text, textHeight * PANGO_SCALE)

        let top = (height - textHeight - Self.lineGap - heights.footnote) / 2
        draw(text, snapshot, at: (isReversed ? 0 : place.width + Self.gap, top), color)
        color.alpha *= 0.7
        draw(
            footnote, snapshot, at: (isReversed ? 0 : place.width + Self.gap, top + textHeight + Self.lineGap), color)
    }

    private func draw(
        _ layout: OpaquePointer, _ snapshot: OpaquePointer, at place: (x: Int32, y: Int32), _ color: GdkRGBA
    ) {
        var (point, color) = (graphene_point_t(x: Float(place.x), y: Float(place.y)), color)
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &point)
        gtk_snapshot_append_layout(snapshot, layout, &color)
        gtk_snapshot_restore(snapshot)
    }

    /// The thumbnail over the placeholder: a headline over lines of text.
    private func drawPicture(_ snapshot: OpaquePointer, at place: (x: Float, y: Float), _ color: GdkRGBA) {
        var bounds = rectangle(place, 0, 0, Float(Self.thumbnail.width), Float(Self.thumbnail.height))
        var outline = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&outline, &bounds, 8)
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        if let texture {
            gtk_snapshot_append_texture(snapshot, texture, &bounds)
        } else {
            fill(snapshot, bounds, color, 0.06)
            fill(snapshot, rectangle(place, 40, 26, 40, 6), color, 0.22)
            for (y, width) in [(38, 40), (45, 40), (52, 26)] as [(Float, Float)] {
                fill(snapshot, rectangle(place, 40, y, width, 3), color, 0.14)
            }
        }
        gtk_snapshot_pop(snapshot)
    }

    private func rectangle(
        _ place: (x: Float, y: Float), _ x: Float, _ y: Float, _ width: Float, _ height: Float
    ) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: place.x + x, y: place.y + y),
            size: graphene_size_t(width: width, height: height))
    }

    private func fill(_ snapshot: OpaquePointer, _ bounds: graphene_rect_t, _ color: GdkRGBA, _ alpha: Float) {
        var (bounds, color) = (bounds, color)
        color.alpha *= alpha
        gtk_snapshot_append_color(snapshot, &color, &bounds)
    }

    // MARK: Text

    private func makeText(_ row: StoryList.Row) -> OpaquePointer {
        let layout = gtk_widget_create_pango_layout(
            widget, row.summary.isEmpty ? row.title : row.title + "\n" + row.summary)!
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        let titleEnd = guint(row.title.utf8.count)
        let bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD)!
        bold.pointee.end_index = titleEnd
        let dim = pango_attr_foreground_alpha_new(guint16(0.75 * 65535))!
        dim.pointee.start_index = titleEnd
        setAttributes([bold, dim], of: layout)
        return layout
    }

    private func makeFootnote(_ row: StoryList.Row) -> OpaquePointer {
        let layout = gtk_widget_create_pango_layout(widget, row.footnote)!
        // A long source gives way to the time behind it.
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
        pango_layout_set_single_paragraph_mode(layout, 1)
        setAttributes([pango_attr_scale_new(Self.footnoteScale)!], of: layout)
        return layout
    }

    private func setAttributes(_ attributes: [UnsafeMutablePointer<PangoAttribute>], of layout: OpaquePointer) {
        let list = pango_attr_list_new()!
        for attribute in attributes { pango_attr_list_insert(list, attribute) }
        pango_layout_set_attributes(layout, list)
        pango_attr_list_unref(list)
    }

    /// The height of a line, in logical pixels; asked of the font once, for all rows have it.
    private func lineHeights() -> (text: Int32, footnote: Int32) {
        let context = gtk_widget_get_pango_context(widget)!
        let font = pango_context_get_font_description(context)!
        let key = FontKey(
            hash: pango_font_description_hash(font), resolution: pango_cairo_context_get_resolution(context))
        if let known = Self.heights, known.key == key { return (known.text, known.footnote) }
        let small = pango_font_description_copy(font)!
        defer { pango_font_description_free(small) }
        let size = Double(pango_font_description_get_size(font)) * Self.footnoteScale
        if pango_font_description_get_size_is_absolute(font) != 0 {
            pango_font_description_set_absolute_size(small, size)
        } else {
            pango_font_description_set_size(small, gint(size))
        }
        let heights = [font, small].map { font in
            let metrics = pango_context_get_metrics(context, font, nil)!
            defer { pango_font_metrics_unref(metrics) }
            let height = max(
                pango_font_metrics_get_height(metrics),
                pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics))
            return (height + PANGO_SCALE - 1) / PANGO_SCALE
        }
        Self.heights = (key, heights[0], heights[1])
        return (heights[0], heights[1])
    }

    private struct FontKey: Equatable {
        let hash: guint
        let resolution: Double
    }

    private static var heights: (key: FontKey, text: Int32, footnote: Int32)?
    /// Logical pixels, three to two as newspapers send them.
    private static let thumbnail: (width: Int32, height: Int32) = (120, 80)
    /// Between the thumbnail and the text.
    private static let gap: Int32 = 12
    /// Of title and summary together.
    private static let lines: Int32 = 4
    /// Between them and the footnote.
    private static let lineGap: Int32 = 4
    /// What style sheets call "smaller".
    private static let footnoteScale = 1 / 1.2
}
