/** Oils, vinegars, sauces and dressings. */
export const oils = `
Olive Oil Extra Virgin, Frantoio Lucente | 4/3 L tin | b4 | 44.75 |  | e
Olive Oil Extra Virgin Blend, Casa Bianchi | 6/1 gal | b6 | 33.85
Olive Oil Pomace, Casa Bianchi | 6/1 gal | b6 | 21.50
Blend Oil 80/20 Canola Olive, Old Ferry | 6/1 gal | b6 | 17.95
Canola Fry Oil Clear, Old Ferry | 35 lb jug | u1 | 36.75
Soy Fry Oil High Stability, Old Ferry | 35 lb jug | u1 | 38.95 |  | s
Peanut Oil, Old Ferry | 35 lb jug | u1 | 58.50
Sunflower Oil High Oleic | 6/1 gal | b6 | 19.45
Sesame Oil Toasted | 6/56 oz | b6 | 16.85
Truffle Oil White | 8 oz bottle | u12 | 17.95
Vinegar Red Wine, Casa Bianchi | 4/1 gal | b4 | 9.45
Vinegar Balsamic di Modena IGP | 2/5 L | b2 | 22.95 |  | e
Vinegar Sherry Reserva | 12/25 oz | b12 | 7.85
Vinegar White Distilled | 4/1 gal | b4 | 4.25 |  | x
Vinegar Champagne | 6/33 oz | u6 | 9.65
Mayonnaise Extra Heavy, Old Ferry | 4/1 gal | b4 | 16.45 |  | x
Mustard Dijon, Burgundy | 9 lb pail | b4 | 19.85
Mustard Whole Grain, Burgundy | 9 lb pail | u4 | 24.50 |  | s
Hot Sauce Cayenne, Tidewater | 4/1 gal | b4 | 14.75 |  | x
Soy Sauce Naturally Brewed | 4/1 gal | b4 | 15.95 |  | x
`
