// What a view or guide keeps for those who describe its constraints.

/// What a way of describing constraints remembers of an item. Only that way knows what it is.
protocol DescriptionRecord {}
