/** The freezer: vegetables, potatoes, dough, desserts. */
export const frozen = `
Fries 3/8 Straight Skin-On, Old Ferry | 6/5 lb | c6 | 42.75
Fries 1/4 Shoestring, Old Ferry | 6/4.5 lb | c6 | 41.50
Fries Crinkle Cut, School Pack | 6/5 lb | c6 | 36.25
Fries Sweet Potato, Old Ferry | 6/2.5 lb | b6 | 9.85
Tater Puffs | 6/5 lb | c6 | 39.75
Onion Ring Beer Battered | 4/2.5 lb | b4 | 11.45
Pea Petite | 12/2.5 lb | b12 | 4.65
Corn Cut | 12/2.5 lb | b12 | 4.25
Spinach Chopped IQF | 12/3 lb | b12 | 5.35
Edamame Shelled | 12/2.5 lb | b12 | 6.95
Fava Bean Peeled | 4/5 lb | u4 | 21.50
Vegetable Blend California, School Pack | 12/2 lb | b12 | 4.05
Strawberry Whole IQF | 2/5 lb | b2 | 15.85
Blueberry Wild IQF | 30 lb box | c1 | 88.50
Mango Chunk IQF | 6/5 lb | b6 | 14.95
Passion Fruit Puree | 6/1 kg | u6 | 17.85
Raspberry Puree | 6/1 kg | u6 | 15.95
Pizza Dough Ball 20 oz | 20/20 oz | c20 | 31.25
Pizza Dough Ball 22 oz | 20/22 oz | c20 | 33.95 |  | s
Pizza Crust Gluten-Free 12 inch | 24 ct | b24 | 3.45
Puff Pastry Sheet All Butter | 20/10x15 | c20 | 74.50
Phyllo Dough #4 | 12/1 lb | b12 | 3.65
Croissant Butter Pre-Proofed | 60/3 oz | c60 | 68.75
Ravioli Four Cheese Jumbo, Casa Bianchi | 3 lb bag | b4 | 14.25
Ravioli Short Rib, Casa Bianchi | 3 lb bag | b4 | 22.95
Gnocchi Potato, Casa Bianchi | 12/2 lb | b12 | 5.85
Meatball Beef and Pork 1 oz, Casa Bianchi | 2/5 lb | b2 | 24.75
Eggplant Cutlet Breaded | 2/5 lb | c2 | 38.25
Spring Roll Vegetable | 100/1.5 oz | c100 | 49.50
Cheesecake New York 10 inch | 2/14 slice | u2 | 34.50
Tiramisu Tray, Casa Bianchi | 4.4 lb tray | u4 | 37.25
Gelato Vanilla Bean, Tidewater | 5 L pan | u2 | 41.75
Ice Cream Vanilla 14%, Wagon Hill | 3 gal tub | u1 | 36.50
`
