/** Bread, rolls and pastry, baked in the night. */
export const bakery = `
Baguette French 21 inch, Grove Street Bakers | 12 ct | b12 | 1.85
Baguette Demi, Grove Street Bakers | 40 ct | c40 | 34.50 |  | s
Ciabatta Loaf, Grove Street Bakers | 1 ct | u8 | 4.25
Ciabatta Roll 4x4 | 48 ct | c48 | 36.75
Focaccia Half Sheet, Rosemary | 1 ct | u4 | 13.85
Sourdough Batard, Grove Street Bakers | 2 lb loaf | u6 | 6.45
Sourdough Pullman Sliced, Grove Street Bakers | 2.5 lb loaf | u6 | 7.25 |  | s
Brioche Bun 4 inch, Sliced | 6/12 ct | b6 | 8.95
Brioche Bun Sesame 4.5 inch | 6/10 ct | b6 | 9.25 |  | n
Potato Roll 4 inch, Old Ferry | 12/8 ct | b12 | 3.45
Hoagie Roll 10 inch, Seeded | 48 ct | c48 | 31.75
Hot Dog Roll Top-Split | 12/8 ct | b12 | 3.15 |  | x
Dinner Roll Parker House, Par-Baked | 120 ct | c120 | 38.25
Rye Marble Sliced | 2 lb loaf | b8 | 4.65
White Pullman Sliced, School Pack | 12/24 oz | b12 | 3.05
Whole Wheat Sliced, School Pack | 12/24 oz | b12 | 3.25
English Muffin Fork Split | 12/6 ct | b12 | 2.95
Bagel Plain 4 oz, Boiled | 6/12 ct | b6 | 7.35
Pita Pocketless 7 inch | 12/10 ct | b12 | 2.95
Flour Tortilla 12 inch | 12/12 ct | b12 | 3.75 |  | x
Muffin Blueberry, Individually Wrapped | 24/4 oz | c24 | 29.75
`
