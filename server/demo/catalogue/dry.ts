/** Flour, pasta, rice, canned goods, spices and sugar. */
export const dry = `
Flour Type 00 Pizzeria, Molino Bianchi | 55 lb bag | c1 | 38.95 |  | e
Flour High Gluten Bromated-Free, Old Ferry Mills | 50 lb bag | c1 | 24.75
Flour All Purpose, Old Ferry Mills | 50 lb bag | c1 | 21.95
Flour Bread Unbleached, Old Ferry Mills | 25 lb bag | b1 | 13.85
Semolina Durum | 50 lb bag | c1 | 31.50
Semolina Rimacinata, Molino Bianchi | 5 kg bag | u4 | 14.75 |  | es
Cornmeal Medium Yellow | 25 lb bag | c1 | 15.25
Polenta Coarse Bramata | 5 lb bag | b6 | 7.85
Tomato Whole Peeled San Marzano DOP, Casa Bianchi | 6/#10 | b6 | 9.25 |  | e
Tomato Whole Peeled Italian Style, Garden State | 6/#10 | b6 | 5.45
Tomato Crushed All Purpose, Garden State | 6/#10 | b6 | 5.15
Tomato Crushed Heavy, Bella Rossa | 6/#10 | b6 | 5.35 |  | n
Tomato Paste, Garden State | 6/#10 | b6 | 7.95
Tomato Passata, Casa Bianchi | 12/24 oz | b12 | 2.45 |  | e
Pizza Sauce Fully Prepared, Garden State | 6/#10 | b6 | 5.85
Ketchup Fancy, Old Ferry | 6/#10 | b6 | 6.35 |  | x
Ketchup Squeeze Bottle, Old Ferry | 24/20 oz | b24 | 2.15 |  | x
Artichoke Heart Quartered, Spain | 6/3 kg | b6 | 13.85 |  | e
Roasted Red Pepper, Spain | 6/3 kg | b6 | 10.45
Olive Kalamata Pitted | 2/4.4 lb | b2 | 17.95
Olive Castelvetrano Whole | 2/5.5 lb | b2 | 22.75 |  | s
Caper Nonpareil | 32 oz jar | b12 | 9.45
Anchovy Fillet in Oil, Cantabria | 20 oz tin | u12 | 18.95
Tuna Solid Yellowfin in Olive Oil | 6/66 oz | b6 | 29.85
Chick Pea, Garden State | 6/#10 | b6 | 5.25
Bean Cannellini, Casa Bianchi | 6/#10 | b6 | 6.15
Bean Black, Garden State | 6/#10 | b6 | 5.35 |  | x
Lentil Green du Puy | 5 lb bag | u6 | 11.25
Corn Whole Kernel, Garden State | 6/#10 | b6 | 5.95 |  | x
Pasta Spaghetti, Pastificio Marenna | 20/1 lb | b20 | 1.85 |  | e
Pasta Rigatoni, Pastificio Marenna | 20/1 lb | b20 | 1.95 |  | e
Pasta Penne Rigate, Pastificio Marenna | 20/1 lb | b20 | 1.85 |  | e
Pasta Penne Rigate, Old Ferry | 2/10 lb | b2 | 11.45 |  | n
Pasta Orecchiette, Pastificio Marenna | 20/1 lb | b20 | 2.15
Pasta Fresh Pappardelle Egg | 2/5 lb | c2 | 33.95
Couscous Israeli Pearl | 5 lb bag | b6 | 9.85
Rice Arborio Superfino | 11 lb bag | b4 | 19.85
Rice Carnaroli | 12/1 kg | b12 | 5.65 |  | es
Rice Basmati Extra Long | 20 lb bag | b2 | 27.95
Rice Long Grain Parboiled | 50 lb bag | c1 | 31.25
Quinoa White | 25 lb bag | c1 | 58.75
Breadcrumb Panko | 25 lb box | c1 | 32.45
Breadcrumb Italian Style | 6/5 lb | b6 | 6.95
Sugar Granulated | 50 lb bag | c1 | 39.75 |  | x
Sugar Confectioners 10X | 24/1 lb | b24 | 1.45 |  | x
Honey Wildflower, Palisade Farms | 5 lb jug | b6 | 21.95
Salt Kosher Coarse | 12/3 lb | b12 | 3.85
Salt Sea Flake | 1.5 kg tub | u4 | 26.50
Pepper Black Whole Tellicherry | 5 lb tub | u4 | 48.75
Oregano Sicilian on Branch | 1 lb bag | u10 | 14.25
Chocolate Couverture 64% Dark | 11 lb bag | u2 | 84.50
Almond Sliced Natural | 5 lb bag | b5 | 27.85
Pine Nut | 5 lb bag | u2 | 92.50
Yeast Instant Dry | 20/1 lb | b20 | 4.35
`
