/** Milk, cream, butter, cultured dairy and eggs. */
export const dairyEggs = `
Heavy Cream 40%, Wagon Hill | 12/1 qt | b12 | 5.35
Heavy Cream 36% UHT, Liberty Creamery | 1/2 gal | b6 | 8.95
Half and Half, Wagon Hill | 1 qt | b12 | 2.95
Half and Half Creamer Cups | 360 ct | c1 | 16.45
Milk Whole, Wagon Hill | 1 gal | b4 | 4.85
Milk 2%, Wagon Hill | 1 gal | b4 | 4.65
Milk Skim, Wagon Hill | 1/2 gal | u9 | 2.65
Milk Whole Half Pint, School Pack | 50/8 oz | c50 | 17.85
Milk Chocolate Low-Fat Half Pint, School Pack | 50/8 oz | c50 | 18.95
Oat Beverage Barista, Tidewater | 12/32 oz | b12 | 3.95
Almond Beverage Barista, Tidewater | 12/32 oz | b12 | 3.35
Buttermilk, Wagon Hill | 1/2 gal | u9 | 3.45
Butter Unsalted 83%, Wagon Hill | 36/1 lb | b36 | 4.65
Butter Unsalted Solids AA, Liberty Creamery | 36/1 lb | b36 | 3.90 |  | s
Butter Salted Solids AA, Liberty Creamery | 36/1 lb | b36 | 3.95
Butter Chips Continental | 720 ct | c1 | 46.25
Butter Cultured Sheet 84%, Normandy | 10/1 kg | b10 | 14.95 |  | e
Sour Cream, Liberty Creamery | 5 lb tub | b4 | 9.25
Creme Fraiche, Fox Hollow | 5 lb tub | u2 | 23.50
Mascarpone, Casa Bianchi | 500 g tub | u6 | 6.25
Cream Cheese Loaf, Liberty Creamery | 3 lb | b10 | 9.85
Yogurt Greek Plain 5%, Wagon Hill | 10 lb pail | u2 | 21.75
Yogurt Plain Whole Milk, Wagon Hill | 32 oz | u6 | 4.15
Eggs Large White Loose | 15 dz | c15 | 46.50
Eggs Extra Large Brown Cage-Free, Palisade Farms | 15 dz | c15 | 58.75 |  | s
Eggs Medium Loose | 30 dz | c30 | 78.50
Eggs Liquid Whole, Cage-Free | 2 lb carton | b15 | 4.95
Egg Yolk Liquid | 5 lb bag | u4 | 21.50
`
