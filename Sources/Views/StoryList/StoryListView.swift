import CGLib
import CGtk
import GLibKit
import GtkKit
import News
import Scenes

/// The list of stories with its header bar: a passive view of one view model.
@MainActor
package final class StoryListView {
    package let widget: Widget
    private let viewModel: StoryListViewModel
    private var observations: [Observation] = []

    package let header = adw_header_bar_new()!
    private let title = adw_window_title_new("", nil)!
    private let sections = MenuButton(label: tr("Sections"))
    private let sectionTitle = adw_window_title_new("", nil)!
    private let notice = NoticeBar()
    /// Of its children one is visible. (GTK 4.8 tells screen readers of the pages that a GtkStack does not show.)
    private let pages = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let loading = spinner(size: 32, label: tr("Loading"))
    private lazy var status = makeStatus()
    private let refresh = iconButton("view-refresh-symbolic", label: tr("Refresh"), action: "app.refresh-all")
    private lazy var attribution = makeAttribution()

    private let scroller = gtk_scrolled_window_new()!
    private let list: Widget
    /// Borrowed from the list.
    private let selection: OpaquePointer
    private var model: ListModel!
    private var sectionAction: OpaquePointer!
    private var shownSections: [Section] = []
    private var isAttributed = false
    /// How many rows there are until the first frame is out.
    private var firstRows = 0
    private var isPainted = false
    private var isUsed = false
    /// Somebody is about to read the stories of the rows that lack them.
    private var isFilling = false
    private static let firstPage = 12
    private var lastMove = (time: ContinuousClock.now, top: 0.0)
    private var isFlying = false
    private var landing: Task<Void, Never>?
    /// In a second.
    private static let flyingPages = 8.0
    /// The rows that have a story, some 200 around the view.
    private var bound: [ObjectIdentifier: (row: StoryRowView, item: ListItem)] = [:]

    /// - Parameters:
    ///   - actions: the GActionMap of the window, which gets the actions of the list.
    ///   - menu: the groups of the primary menu.
    package init(
        viewModel: StoryListViewModel, actions: OpaquePointer, menu: [[(label: String, action: String)]]
    ) {
        self.viewModel = viewModel
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        selection = gtk_single_selection_new(nil)!
        list = gtk_list_view_new(selection, nil)
        model = ListModel(source: self)

        gtk_box_append(widget.cast(), makeHeader(menu: menu))
        notice.actionChosen = { [weak self] in self?.choose($0) }
        notice.closed = { [weak self] in
            self?.viewModel.noticeClosed()
            self?.focusStories()
        }
        gtk_box_append(widget.cast(), notice.widget)
        makePages()
        gtk_box_append(widget.cast(), pages)

        addActions(to: actions)
        widget.keep(self)
        connect(widget.object, "map") { [weak self] _ in
            guard let self, !isPainted, let clock = gtk_widget_get_frame_clock(widget) else { return }
            connectOnce(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] in self?.showRest() }
        }
        connect(widget.object, "notify::root") { [unowned self] _ in
            nameWindow()
            guard let window = gtk_widget_get_root(widget) else { return }
            connect(window, "notify::focus-widget") { [weak self] _ in self?.followFocus() }
        }
        observations = [
            viewModel.$rows.observe { [unowned self] in show($0) },
            viewModel.$content.observe { [unowned self] in show($0) },
            viewModel.$isSlow.observe { [unowned self] in show(isSlow: $0) },
            viewModel.$reading.observe { [unowned self] in if let id = $0 { select(id) } },
        ]
    }

    /// The keys are about the stories.
    package func focus() { focusStories() }

    /// - Parameters:
    ///   - isBeside: a reader stands beside it, which has the buttons of the window.
    ///   - isNarrow: a reader takes the room that is left.
    package func show(isBeside: Bool, isNarrow: Bool) {
        adw_header_bar_set_show_end_title_buttons(header.object, isBeside ? 0 : 1)
        gtk_widget_set_hexpand(widget, isNarrow ? 0 : 1)
        gtk_widget_set_size_request(widget, isNarrow ? 360 : -1, -1)
    }

    // MARK: Making

    private func makeHeader(menu groups: [[(label: String, action: String)]]) -> Widget {
        let titles = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
        gtk_box_append(titles.cast(), title)
        // The title opens the sections where there are any: at 360 pixels there is no room for both.
        let face = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
        gtk_box_append(face.cast(), sectionTitle)
        let arrow = gtk_image_new_from_icon_name("pan-down-symbolic")!
        arrow.markAsDecoration()
        gtk_box_append(face.cast(), arrow)
        gtk_menu_button_set_child(sections.widget.object, face)
        gtk_widget_add_css_class(sections.widget, "flat")
        gtk_box_append(titles.cast(), sections.widget)
        adw_header_bar_set_title_widget(header.object, titles)

        let menu = MenuButton(icon: "open-menu-symbolic", label: tr("Main Menu"))
        menu.groups = groups
        gtk_menu_button_set_primary(menu.widget.object, 1)
        adw_header_bar_pack_end(header.object, menu.widget)

        adw_header_bar_pack_end(header.object, refresh)
        return header
    }

    private func makePages() {
        gtk_widget_set_vexpand(pages, 1)
        gtk_widget_set_vexpand(loading, 1)
        gtk_box_append(pages.cast(), loading)

        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 0)
        gtk_single_selection_set_model(selection, model.pointer)
        let factory = listItemFactory(
            setup: { [weak self] in self?.setUp($0) },
            bind: { [weak self] in self?.bind($0) },
            unbind: { [weak self] in self?.unbind($0) })
        gtk_list_view_set_factory(list.object, factory)
        g_object_unref(UnsafeMutableRawPointer(factory))
        gtk_widget_add_css_class(list, "stories")
        list.describe(label: tr("Stories"))
        // One click opens. GTK's own way to do that selects whatever the pointer passes over.
        onClick(within: list) { [weak self] in self?.clicked($0) }
        connect(list.object, "activate") { [weak self] in self?.open(at: $0.uint(1)) }

        let clamp = adw_clamp_scrollable_new()!
        adw_clamp_scrollable_set_maximum_size(clamp.object, storyWidth)
        adw_clamp_scrollable_set_child(clamp.object, list)
        gtk_scrolled_window_set_child(scroller.object, clamp)
        gtk_scrolled_window_set_policy(scroller.object, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gatherWheelSteps(of: scroller)
        connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in self?.moved() }
        connect(UnsafeMutableRawPointer(adjustment), "changed") { [weak self] _ in self?.tellWhoIsNear() }
        gtk_widget_set_vexpand(scroller, 1)
        gtk_box_append(pages.cast(), scroller)
    }

    // What is seldom seen is made when it is: the first frame does not wait for it.

    private func makeStatus() -> StatusPage {
        let status = StatusPage()
        status.actionChosen = { [weak self] in self?.choose($0) }
        gtk_widget_set_vexpand(status.widget, 1)
        gtk_box_append(pages.cast(), status.widget)
        return status
    }

    private func makeAttribution() -> AttributionBar {
        let attribution = AttributionBar()
        attribution.chosen = { [weak viewModel] in viewModel?.attributionChosen() }
        gtk_box_append(widget.cast(), attribution.widget)
        return attribution
    }

    private func addActions(to actions: OpaquePointer) {
        sectionAction = addChoice("section", to: actions, state: "") { [weak viewModel] id in
            Task { await viewModel?.sectionChosen(id) }
        }
        addAction("read", to: actions) { [weak self] in
            if let self, let index = current { open(at: index) }
        }
        addAction("open-original", to: actions) { [weak self] in
            guard let self, let index = current, viewModel.rows.ids.indices.contains(index) else { return }
            viewModel.originalAsked(viewModel.rows.ids[index])
        }
    }

    // MARK: Showing

    private func show(_ rows: StoryList.Rows) {
        let wasAtTop = gtk_adjustment_get_value(adjustment) == 0
        if isPainted {
            model.changed(at: rows.change.position, removed: rows.change.removed, added: rows.change.added)
        } else {
            let before = firstRows
            firstRows = min(rows.ids.count, Self.firstPage)
            model.changed(at: 0, removed: before, added: firstRows)
        }
        // Whoever is at the top sees what is new there.
        if rows.isOtherPlace || wasAtTop { gtk_adjustment_set_value(adjustment, 0) }
        tellWhoIsNear()
    }

    private func show(_ content: StoryList.ViewModel) {
        for title in [title, sectionTitle] { adw_window_title_set_title(title.object, content.title) }
        show(sections: content.sections, chosen: content.chosenSection)
        notice.show(content.notice)
        isAttributed = isAttributed || content.attribution != nil
        if isAttributed { attribution.show(content.attribution) }
        switch content.page {
        case .loading: turn(to: loading)
        case .stories:
            let isNew = !scroller.isVisible
            turn(to: scroller)
            if isNew, isPainted { focusStories() }
        case .status(let words):
            status.show(words)
            turn(to: status.widget)
        }
        nameWindow()
    }

    /// The first content comes before there is a window.
    private func nameWindow() {
        guard let window = gtk_widget_get_root(widget) else { return }
        gtk_window_set_title(
            UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), viewModel.content.title)
    }

    private func turn(to page: Widget) {
        var child = gtk_widget_get_first_child(pages)
        while let each = child {
            each.isVisible = each == page
            child = gtk_widget_get_next_sibling(each)
        }
    }

    private func show(sections shown: [Section], chosen: Section?) {
        title.isVisible = shown.isEmpty
        sections.widget.isVisible = !shown.isEmpty
        if shown != shownSections {
            shownSections = shown
            sections.groups = [shown.map { ($0.name, "win.section::\($0.id)") }]
        }
        if let chosen {
            adw_window_title_set_subtitle(sectionTitle.object, chosen.name)
            sections.widget.describe(label: tr("Section: {0}", chosen.name))
            setState(chosen.id, of: sectionAction)
        }
    }

    private func show(isSlow: Bool) {
        setTurning(isSlow, loading)
        // The button stays, and with it the focus.
        if isSlow, !loading.isVisible {
            let ring = spinner(size: 16, label: tr("Refreshing"))
            setTurning(true, ring)
            gtk_button_set_child(refresh.cast(), ring)
        } else {
            gtk_button_set_icon_name(refresh.cast(), "view-refresh-symbolic")
        }
        refresh.describe(label: isSlow ? tr("Refreshing") : tr("Refresh"))
    }

    /// GTK makes up to 200 rows before it paints the first; the rest come when the first page is seen.
    private func showRest() {
        guard !isPainted else { return }
        isPainted = true
        model.changed(at: firstRows, removed: 0, added: count - firstRows)
        if scroller.isVisible { focusStories() }
    }

    /// The keys are about the stories as soon as they are there.
    private func focusStories() {
        isUsed = false
        gtk_widget_grab_focus(list)
    }

    // MARK: Events

    private func choose(_ action: StoryList.Action) {
        Task { [viewModel] in await viewModel.actionChosen(action) }
    }

    private func open(at index: Int) {
        guard viewModel.rows.ids.indices.contains(index) else { return }
        viewModel.storyOpened(viewModel.rows.ids[index])
    }

    // MARK: Rows

    private func setUp(_ item: ListItem) {
        let row = StoryRowView()
        item.child = row.widget
    }

    private func clicked(_ widget: Widget) {
        guard let row = row(in: widget), let position = bound[ObjectIdentifier(row)]?.item.position else { return }
        // The focus goes along, and with it the selection.
        isUsed = true
        gtk_widget_grab_focus(gtk_widget_get_parent(row.widget))
        open(at: position)
    }

    /// Of a row's own widget, or of the list's around it.
    private func row(in widget: Widget) -> StoryRowView? {
        widget.kept(StoryRowView.self) ?? gtk_widget_get_first_child(widget)?.kept(StoryRowView.self)
    }

    /// The row that the keys are about.
    private var current: Int? {
        let selected = Int(gtk_single_selection_get_selected(selection))
        return selected < count ? selected : focused
    }

    /// The reader turned to another story: its row is selected, and seen.
    private func select(_ id: StoryID) {
        guard let index = viewModel.rows.ids.firstIndex(of: id) else { return }
        gtk_single_selection_set_selected(selection, guint(index))
        gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
    }

    /// The keys are about the row with the focus: it is the selected one, but for the first one at the start.
    private func followFocus() {
        guard isUsed else { return isUsed = isPainted }
        if let position = focused { gtk_single_selection_set_selected(selection, guint(position)) }
    }

    private var focused: Int? {
        let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
        return focus.flatMap { row(in: $0) }.flatMap { bound[ObjectIdentifier($0)]?.item.position }
    }

    private func bind(_ item: ListItem) {
        guard let row = item.child?.kept(StoryRowView.self), let viewModel = item.payload(as: StoryRowViewModel.self)
        else { return }
        row.bind(viewModel)
        fillRows()
        bound[ObjectIdentifier(row)] = (row, item)
        row.isNear = !isFlying && nearRows.contains(item.position)
    }

    /// Once for all the rows of a turn.
    private func fillRows() {
        guard viewModel.hasBlankRows, !isFilling else { return }
        isFilling = true
        Task { [weak self, viewModel] in
            self?.isFilling = false
            await viewModel.fillRows()
        }
    }

    private func unbind(_ item: ListItem) {
        guard let row = item.child?.kept(StoryRowView.self) else { return }
        bound[ObjectIdentifier(row)] = nil
        row.unbind()
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(scroller.object)
    }

    /// GTK keeps some 200 rows bound around the view; pictures are for those within a page of it. Rows have one height.
    private var nearRows: Range<Int> {
        let page = gtk_adjustment_get_page_size(adjustment)
        let height = gtk_adjustment_get_upper(adjustment) / Double(max(count, 1))
        guard page > 0, height > 0 else { return 0..<0 }
        let top = gtk_adjustment_get_value(adjustment)
        let first = max(0, Int((top - page) / height))
        return first..<max(first, Int((top + 2 * page) / height) + 1)
    }

    private func tellWhoIsNear() {
        let near = nearRows
        for (row, item) in bound.values { row.isNear = near.contains(item.position) && (row.isNear || !isFlying) }
    }

    /// Rows that fly past get no picture until the view slows down: making 150 a second takes the time of the frames.
    private func moved() {
        let move = (time: ContinuousClock.now, top: gtk_adjustment_get_value(adjustment))
        let seconds = (move.time - lastMove.time) / .seconds(1)
        let pages = abs(move.top - lastMove.top) / gtk_adjustment_get_page_size(adjustment)
        lastMove = move
        landing?.cancel()
        // A key that goes a page further is no flight.
        isFlying = seconds < 0.05 && pages > Self.flyingPages * seconds
        if isFlying {
            landing = Task { [weak self] in
                guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                self?.isFlying = false
                self?.tellWhoIsNear()
            }
        }
        tellWhoIsNear()
    }
}

/// How wide stories get, in logical pixels: longer lines are hard to read.
let storyWidth: Int32 = 800

extension StoryListView: ListSource {
    package var count: Int { isPainted ? viewModel.rows.ids.count : firstRows }

    package func object(at index: Int) -> AnyObject { viewModel.row(at: index) }
}
