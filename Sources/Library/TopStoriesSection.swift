import News

/// The sections of the Times' Top Stories, as data: they come and go (FIELD-GUIDE 2.1).
enum TopStoriesSection {
    static let provider = "The New York Times"

    static let all = [
        ("home", "Home"), ("world", "World"), ("us", "U.S."), ("politics", "Politics"), ("nyregion", "New York"),
        ("business", "Business"), ("technology", "Technology"), ("science", "Science"), ("health", "Health"),
        ("sports", "Sports"), ("opinion", "Opinion"), ("arts", "Arts"), ("books", "Books"), ("movies", "Movies"),
        ("theater", "Theater"), ("fashion", "Fashion"), ("food", "Food"), ("travel", "Travel"),
        ("magazine", "Magazine"), ("t-magazine", "T Magazine"), ("realestate", "Real Estate"),
        ("automobiles", "Automobiles"), ("obituaries", "Obituaries"), ("insider", "Insider"),
        ("sundayreview", "Sunday Review"), ("upshot", "The Upshot"),
    ].map { Section(id: $0.0, name: $0.1) }

    /// The name that an older or newer API has for a section.
    static let otherNames = ["t-magazine": "tmagazine", "us": "national"]
}
