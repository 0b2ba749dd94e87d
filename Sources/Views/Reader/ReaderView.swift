import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// One article with its header bar: a passive view of one view model.
@MainActor
package final class ReaderView {
    package let widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let viewModel: ReaderViewModel
    private let actions: OpaquePointer
    private var actionNames: [String] = []
    private var observations: [Observation] = []

    package let header = adw_header_bar_new()!
    private let column = ArticleColumn()
    private let flow: TextFlow
    private let address = gtk_label_new(nil)!
    private let waiting = spinner(size: 32, label: tr("Loading"))
    private lazy var status = makeStatus()
    private lazy var find = makeFindBar()
    private lazy var links = LinkList { [weak self] in self?.viewModel.linkChosen($0) }
    private let linksButton = gtk_menu_button_new()!
    private let star = iconButton("non-starred-symbolic", label: tr("Star"), action: "win.star")
    private let turning = [
        iconButton("go-up-symbolic", label: tr("Previous Story"), action: "win.previous-story"),
        iconButton("go-down-symbolic", label: tr("Next Story"), action: "win.next-story"),
    ]
    private let style = StyleSheet()
    private let pages = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let article = gtk_overlay_new()!
    private var adjustments: [Int: UnsafeMutablePointer<GtkAdjustment>] = [:]
    private var body = Reader.Body()
    private var wantsFocus = false
    /// A picture is to be seen by itself.
    package var openPicture: (Reader.Figure) -> Void = { _ in }

    /// - Parameter actions: the GActionMap of the window, which has the actions of the reader while it is there.
    package init(viewModel: ReaderViewModel, actions: OpaquePointer) {
        self.viewModel = viewModel
        self.actions = actions
        flow = TextFlow(column: column)
        gtk_widget_add_css_class(widget, "reader")
        gtk_widget_set_hexpand(widget, 1)
        gtk_widget_set_size_request(widget, 300, -1)
        makeHeader()
        makePages()
        addActions()
        onKey(widget) { [weak self] in self?.pressed($0, $1) ?? false }
        widget.keep(self)
        observations = [
            viewModel.$body.observe { [unowned self] in show($0) },
            viewModel.$content.observe { [unowned self] in show($0) },
            viewModel.typography.observe { [unowned self] in show($0) },
            viewModel.$found.observe { [unowned self] in show($0) },
            viewModel.$goal.observe { [unowned self] in if let goal = $0 { go(to: goal) } },
        ]
    }

    isolated deinit {
        for name in actionNames { g_action_map_remove_action(actions, name) }
        for adjustment in adjustments.values { g_object_unref(adjustment) }
        liveReaders -= 1
    }

    /// The keys are about the text, now or when it is there.
    package func focus() {
        wantsFocus = gtk_widget_get_mapped(column.scroller) == 0 || gtk_widget_grab_focus(column.scroller) == 0
    }

    /// Whether it is the only page of the window, and has its buttons.
    package func show(isAlone: Bool) {
        adw_header_bar_set_show_start_title_buttons(header.object, isAlone ? 1 : 0)
        // At 360 pixels there is no room; they are in the menu, too.
        for button in turning { button.isVisible = !isAlone }
    }

    // MARK: Making

    private func makeHeader() {
        let title = adw_window_title_new("", nil)!
        adw_header_bar_set_title_widget(header.object, title)
        adw_header_bar_pack_start(
            header.object, iconButton("go-previous-symbolic", label: tr("Back"), action: "win.back"))
        for button in turning { adw_header_bar_pack_start(header.object, button) }
        let menu = MenuButton(icon: "view-more-symbolic", label: tr("Story Menu"))
        menu.groups = [
            [
                (tr("_Open in Browser"), "win.open-story"), (tr("_Copy Link"), "win.copy-link"),
                (tr("Send by _Mail"), "win.mail-story"),
            ],
            [
                (tr("_Read or Unread"), "win.toggle-read"), (tr("Save for _Later"), "win.save-story"),
            ],
            [
                (tr("_Next Story"), "win.next-story"), (tr("_Previous Story"), "win.previous-story"),
                (tr("Next _Unread Story"), "win.next-unread"),
            ],
            [
                (tr("_Find in Story"), "win.find"), (tr("L_arger Text"), "win.larger-text"),
                (tr("_Smaller Text"), "win.smaller-text"),
            ],
        ]
        adw_header_bar_pack_end(header.object, menu.widget)
        adw_header_bar_pack_end(header.object, star)
        gtk_menu_button_set_icon_name(linksButton.object, "insert-link-symbolic")
        gtk_widget_set_tooltip_text(linksButton, tr("Links in This Story"))
        linksButton.describe(label: tr("Links in This Story"))
        adw_header_bar_pack_end(header.object, linksButton)
        gtk_box_append(widget.cast(), header)
    }

    private func makePages() {
        column.make = { [unowned self] index in
            let view = PieceView(body.pieces[index], of: body, host: self)
            let next = index + 1 < body.pieces.count ? body.pieces[index + 1].group : nil
            if let next, next == body.pieces[index].group { gtk_widget_add_css_class(view.widget, "goes-on") }
            return view
        }
        column.changed = { [unowned self] in flow.draw() }
        flow.pointed = { [unowned self] in show(address: $0) }
        column.scroller.describe(label: tr("Story"))
        column.widget.setRole(GTK_ACCESSIBLE_ROLE_DOCUMENT)
        column.widget.describe(label: tr("Story"))
        gtk_overlay_set_child(article.object, column.scroller)
        gtk_widget_add_css_class(address, "address")
        gtk_widget_set_halign(address, GTK_ALIGN_START)
        gtk_widget_set_valign(address, GTK_ALIGN_END)
        gtk_label_set_ellipsize(address.object, PANGO_ELLIPSIZE_MIDDLE)
        gtk_widget_set_can_target(address, 0)
        address.isVisible = false
        gtk_overlay_add_overlay(article.object, address)
        gtk_widget_set_vexpand(pages, 1)
        gtk_widget_set_vexpand(waiting, 1)
        gtk_box_append(pages.cast(), waiting)
        gtk_box_append(pages.cast(), article)
        gtk_box_append(widget.cast(), pages)
    }

    private func makeStatus() -> Widget {
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.object, "dialog-warning-symbolic")
        gtk_widget_set_vexpand(page, 1)
        gtk_box_append(pages.cast(), page)
        return page
    }

    private func makeFindBar() -> FindBar {
        let bar = FindBar()
        bar.changed = { [weak viewModel] in viewModel?.findChanged($0) }
        bar.moved = { [weak viewModel] in viewModel?.matchAsked(isBackward: $0) }
        bar.closed = { [weak self] in
            self?.viewModel.findChanged("")
            self?.focus()
        }
        gtk_box_insert_child_after(widget.cast(), bar.widget, header)
        return bar
    }

    private func addActions() {
        let bodies: [(String, @MainActor (ReaderViewModel) -> Void)] = [
            ("back", { $0.backAsked() }),
            ("open-story", { $0.originalAsked() }),
            ("copy-link", { $0.linkCopied() }),
            ("mail-story", { $0.mailAsked() }),
            ("star", { model in Task { await model.starToggled() } }),
            ("toggle-read", { model in Task { await model.readToggled() } }),
            ("save-story", { model in Task { await model.savedForLater() } }),
            ("next-unread", { model in Task { await model.unreadAsked() } }),
            ("larger-text", { $0.textSizeAsked(1) }),
            ("smaller-text", { $0.textSizeAsked(-1) }),
            ("normal-text", { $0.textSizeAsked(0) }),
            ("next-story", { model in Task { await model.neighbourAsked(isBackward: false) } }),
            ("previous-story", { model in Task { await model.neighbourAsked(isBackward: true) } }),
        ]
        for (name, body) in bodies {
            actionNames.append(name)
            addAction(name, to: actions) { [weak viewModel] in if let viewModel { body(viewModel) } }
        }
        let ofView: [(String, @MainActor (ReaderView) -> Void)] = [
            ("find", { $0.find.open() }), ("copy", { $0.copy() }), ("select-all", { $0.flow.selectAll() }),
            ("page-down", { $0.scrollPage(isBackward: false) }), ("page-up", { $0.scrollPage(isBackward: true) }),
        ]
        for (name, body) in ofView {
            actionNames.append(name)
            addAction(name, to: actions) { [weak self] in if let self { body(self) } }
        }
        liveReaders += 1
    }

    // MARK: Showing

    private func show(_ shown: Reader.Body) {
        body = shown
        for adjustment in adjustments.values { g_object_unref(adjustment) }
        adjustments = [:]
        flow.body = shown
        column.show(shown.pieces)
        links.links = shown.links
        linksButton.isVisible = !shown.links.isEmpty
        if gtk_menu_button_get_popover(linksButton.object) == nil, !shown.links.isEmpty {
            gtk_menu_button_set_popover(linksButton.object, links.widget)
        }
    }

    private func show(_ typography: Reader.Typography) {
        // Points follow the person's own text scale.
        let size = Int((13.5 * typography.scale * 10).rounded())
        style.load(".reader .article { font-size: \(size / 10).\(size % 10)pt; }")
        column.measure = Int32(680 * typography.scale)
        column.heightChanged()
    }

    private func show(_ content: Reader.ViewModel) {
        gtk_button_set_icon_name(star.cast(), content.isStarred ? "starred-symbolic" : "non-starred-symbolic")
        let label = content.isStarred ? tr("Remove Star") : tr("Star")
        star.describe(label: label)
        gtk_widget_set_tooltip_text(star, label)
        switch content.page {
        case .loading: turn(to: waiting)
        case .article:
            turn(to: article)
            if wantsFocus { onNextFrame(widget) { [weak self] in self?.focus() } }
        case .status(let title, let text):
            adw_status_page_set_title(status.object, title)
            let escaped = g_markup_escape_text(text, -1)
            adw_status_page_set_description(status.object, escaped)
            g_free(escaped)
            turn(to: status)
        }
        setTurning(content.page == .loading, waiting)
    }

    private func turn(to page: Widget) {
        var child = gtk_widget_get_first_child(pages)
        while let each = child {
            each.isVisible = each == page
            child = gtk_widget_get_next_sibling(each)
        }
    }

    private func show(_ found: Reader.Found) {
        flow.found = found
        if found != Reader.Found() { find.show(found.words) }
    }

    private func show(address shown: String?) {
        guard shown ?? "" != String(cString: gtk_label_get_text(address.object)) else { return }
        gtk_label_set_text(address.object, shown ?? "")
        address.isVisible = shown != nil
        gtk_widget_set_cursor_from_name(column.widget, shown == nil ? nil : "pointer")
    }

    private func go(to goal: Reader.Goal) {
        switch goal.place {
        case .piece(let piece): column.go(to: piece)
        case .text(let text):
            guard let piece = body.piece(showing: text) else { return }
            let label = column.live[piece]?.labels.first { $0.text == text }?.label
            if let label, column.isSeen(label) { return }
            column.go(to: piece, inner: label)
            if label == nil, let made = column.live[piece]?.labels.first(where: { $0.text == text })?.label {
                column.go(to: piece, inner: made)
            }
        }
    }

    // MARK: Keys

    private func pressed(_ key: Int32, _ modifiers: GdkModifierType) -> Bool {
        let control = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        let shift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        let alt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
        // The address of the link with the focus, once GTK has moved it.
        onNextFrame(widget) { [weak self] in self?.showFocusedLink() }
        switch (key, control, alt) {
        case (GDK_KEY_Escape, false, false), (GDK_KEY_Left, false, true): viewModel.backAsked()
        case (GDK_KEY_f, true, false): find.open()
        case (GDK_KEY_c, true, false): copy()
        case (GDK_KEY_a, true, false): flow.selectAll()
        case (GDK_KEY_Down, false, false): column.scroll(by: 60)
        case (GDK_KEY_Up, false, false): column.scroll(by: -60)
        case (GDK_KEY_Page_Down, false, false): scrollPage(isBackward: false)
        case (GDK_KEY_Page_Up, false, false): scrollPage(isBackward: true)
        case (GDK_KEY_Home, _, false): column.go(to: 0)
        case (GDK_KEY_End, _, false): column.go(to: body.pieces.count - 1)
        case (GDK_KEY_space, false, false): flowOn(isBackward: shift)
        case (GDK_KEY_j, false, false): turn(isBackward: false)
        case (GDK_KEY_k, false, false): turn(isBackward: true)
        case (GDK_KEY_n, false, false): Task { [viewModel] in await viewModel.unreadAsked() }
        case (GDK_KEY_m, false, false): Task { [viewModel] in await viewModel.readToggled() }
        case (GDK_KEY_s, false, false): Task { [viewModel] in await viewModel.starToggled() }
        case (GDK_KEY_l, false, false): Task { [viewModel] in await viewModel.savedForLater() }
        case (GDK_KEY_plus, true, false), (GDK_KEY_equal, true, false), (GDK_KEY_KP_Add, true, false):
            viewModel.textSizeAsked(1)
        case (GDK_KEY_minus, true, false), (GDK_KEY_KP_Subtract, true, false): viewModel.textSizeAsked(-1)
        case (GDK_KEY_0, true, false), (GDK_KEY_KP_0, true, false): viewModel.textSizeAsked(0)
        case (GDK_KEY_slash, false, false): find.open()
        case (GDK_KEY_v, false, false), (GDK_KEY_b, false, false): viewModel.originalAsked()
        default: return false
        }
        return true
    }

    /// Space reads on: to the end of the story, then the next one.
    private func flowOn(isBackward: Bool) {
        let value = gtk_adjustment_get_value(column.adjustment)
        let end = gtk_adjustment_get_upper(column.adjustment) - gtk_adjustment_get_page_size(column.adjustment)
        if !isBackward, value >= end - 1 {
            Task { [viewModel] in await viewModel.unreadAsked() }
            return
        }
        scrollPage(isBackward: isBackward)
    }

    /// By a page less two lines, which lead over.
    private func scrollPage(isBackward: Bool) {
        let distance = max(gtk_adjustment_get_page_size(column.adjustment) - 60, 60)
        column.scroll(by: isBackward ? -distance : distance)
    }

    private func turn(isBackward: Bool) {
        Task { [viewModel] in await viewModel.neighbourAsked(isBackward: isBackward) }
    }

    private func copy() {
        if let text = flow.selected { viewModel.textCopied(text) }
    }

    private func showFocusedLink() {
        guard let focus = gtk_widget_get_root(widget).flatMap({ gtk_root_get_focus($0) }),
            gtk_widget_is_ancestor(focus, column.widget) != 0,
            g_type_check_instance_is_a(
                UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GTypeInstance.self), gtk_label_get_type()) != 0
        else { return show(address: nil) }
        show(address: gtk_label_get_current_uri(focus.object).map { String(cString: $0) })
    }
}

extension ReaderView: PieceHost {
    func linkChosen(_ url: String) { viewModel.linkChosen(url) }
    func originalChosen(_ url: String) { viewModel.originalAsked() }
    func picture(_ url: String, within size: PixelSize) async -> Picture? {
        await viewModel.picture(url, within: size)
    }
    func pictureRetried() async { await viewModel.pictureRetried() }
    func pictureChosen(_ figure: Reader.Figure) { openPicture(figure) }
    func heightChanged() { column.heightChanged() }

    func adjustment(of group: Int) -> UnsafeMutablePointer<GtkAdjustment> {
        if let adjustment = adjustments[group] { return adjustment }
        let adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0)!
        g_object_ref_sink(adjustment)
        adjustments[group] = adjustment
        return adjustment
    }
}

/// How many readers there are: one, or none when it is closed.
@MainActor package private(set) var liveReaders = 0
