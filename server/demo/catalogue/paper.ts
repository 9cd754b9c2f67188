/** Paper, disposables and cleaning: taxable. */
export const paper = `
Towel Multifold White, Ferryline | 4000 ct | c16 | 33.50
Towel Roll Kitchen, Ferryline | 30 roll | c30 | 31.25
Napkin Dinner 2-Ply White, Ferryline | 3000 ct | c1 | 52.75
Napkin Cocktail Kraft, Ferryline | 4000 ct | c1 | 38.50
Bath Tissue 2-Ply, Ferryline | 96 roll | c96 | 58.75
Container Hinged 9x9 Fiber | 200 ct | c200 | 44.50
Container Deli 16 oz with Lid | 240 ct | b10 | 4.95
Container Deli 32 oz with Lid | 240 ct | b10 | 6.25
Pizza Box 16 inch Kraft | 50 ct | c50 | 27.85
Pizza Box 12 inch Kraft | 50 ct | c50 | 19.95
Cup Hot 12 oz, Compostable | 20/50 ct | b20 | 5.65
Cup Portion 2 oz with Lid | 2500 ct | c1 | 41.75
Cutlery Kit Wrapped, Wood | 500 ct | c1 | 48.25
Foil Roll 18 inch x 500 ft | 1 roll | u4 | 31.50
Film Roll 18 inch x 2000 ft | 1 roll | u1 | 18.75
Parchment Pan Liner Full Sheet | 1000 ct | u1 | 49.50
Glove Nitrile Black, Large | 10/100 ct | b10 | 9.25
Glove Nitrile Black, Medium | 10/100 ct | b10 | 9.25
Can Liner 44 gal Heavy | 100 ct | c100 | 34.75 |  | x
Detergent Dish Machine | 4/1 gal | b4 | 21.85 |  | x
Sanitizer Quat Tablet | 6/150 ct | b6 | 14.25 |  | x
Harbor & Vine Bib Apron, Navy | 1 ct | u12 | 14.50 |  | h
Harbor & Vine Insulated Delivery Bag | 1 ct | u6 | 38.00 |  | h
`
