/** Coffee, tea, water, juice and soft drinks. */
export const beverage = `
Coffee Whole Bean Espresso, Pier 9 Roasters | 5 lb bag | b4 | 48.50
Coffee Whole Bean House Blend, Pier 9 Roasters | 5 lb bag | b4 | 44.75
Coffee Ground Filter Pack, Pier 9 Roasters | 42/2.5 oz | c42 | 74.50
Coffee Ground Decaf, Pier 9 Roasters | 24/2.5 oz | c24 | 52.25
Tea English Breakfast | 6/25 ct | b6 | 5.45
Tea Chamomile | 6/25 ct | b6 | 5.85
Water Still Glass 750 ml, Fonte Alba | 12/750 ml | b12 | 1.95 |  | e
Water Sparkling Glass 750 ml, Fonte Alba | 12/750 ml | b12 | 2.05 |  | e
Water Spring 16.9 oz | 32/16.9 oz | c32 | 9.75 |  | x
Seltzer Can, Tidewater | 24/12 oz | c24 | 12.45 |  | t
Cola Bottle Cane Sugar, Tidewater | 24/12 oz | b24 | 1.45 |  | t
Cola Bag-in-Box, Tidewater | 5 gal | c1 | 89.50 |  | tx
Lemon-Lime Can, Tidewater | 24/12 oz | c24 | 15.25 |  | tx
Ginger Beer Bottle, Tidewater | 24/7 oz | b24 | 1.35 |  | t
Tonic Water Bottle, Tidewater | 24/7 oz | b24 | 1.25 |  | t
Orange Juice Not From Concentrate | 1/2 gal | b9 | 5.65
Apple Juice Cup, School Pack | 96/4 oz | c96 | 24.75
Cranberry Juice Cocktail | 8/64 oz | b8 | 4.35 |  | x
Lemonade Concentrate | 6/1 gal | b6 | 13.95
Lime Juice Fresh Squeezed | 1 gal | u4 | 29.50
Grenadine Syrup | 12/1 L | u12 | 5.75 |  | t
`
