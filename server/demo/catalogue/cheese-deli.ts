/** Cheese by the wheel and the loaf, cured and cooked meats. */
export const cheeseDeli = `
Parmigiano Reggiano 24 Month, Quarter Wheel | 20 lb avg | u4 | 14.85 | r17.5-22.4
Parmigiano Reggiano 24 Month, Whole Wheel | 80 lb avg | c1 | 13.95 | r74-88 | s
Grana Padano 16 Month, Eighth | 9.5 lb avg | u8 | 11.45 | r8.2-10.8 | s
Pecorino Romano DOP, Half Wheel | 30 lb avg | c2 | 9.85 | r56-66
Pecorino Romano DOP, Wedge | 5 lb avg | u8 | 11.15 | r4.2-5.8 | s
Provolone Auricchio Sharp | 10 lb avg | u2 | 9.95 | r8.8-11.6
Provolone Domestic Loaf, Liberty Creamery | 12 lb avg | b2 | 3.95 | r11.2-12.9
Mozzarella Whole Milk Loaf, Liberty Creamery | 8/6 lb avg | c8 | 3.05 | r46-50
Mozzarella Part Skim Loaf, Liberty Creamery | 8/6 lb avg | c8 | 2.95 | r46-50 | s
Mozzarella Shredded Whole Milk, Liberty Creamery | 5 lb bag | b4 | 16.45
Mozzarella Shredded Blend, Old Ferry | 6/5 lb | c6 | 88.75 |  | n
Mozzarella Fresh Ovoline 4 oz | 3 lb tub | b4 | 16.25
Mozzarella Fresh Curd | 20 lb box | c1 | 3.65 | r19.4-21
Mozzarella di Bufala DOP 250 g | 8/250 g | c8 | 54.50 |  | e
Burrata 4 oz, Casa Bianchi | 8 ct tub | b6 | 23.95
Stracciatella, Casa Bianchi | 2 lb tub | u6 | 19.45
Ricotta Impastata | 10 lb tub | b3 | 24.85
Ricotta Whole Milk, Liberty Creamery | 3 lb tub | b6 | 8.75
Fontina Val d'Aosta DOP | 17 lb avg | u1 | 11.85 | r14.5-19.6
Gorgonzola Dolce DOP | 1/8 wheel | u8 | 10.25 | r2.8-3.7
Gorgonzola Piccante DOP | 1/8 wheel | u8 | 10.65 | r2.8-3.7 | s
Taleggio DOP | 5 lb avg | u4 | 9.95 | r4.3-5.4
Asiago Fresco | 25 lb wheel | c1 | 8.45 | r22-28
Gruyere AOP 10 Month | 1/4 wheel | u4 | 15.25 | r16-20
Emmental Swiss Block | 14 lb avg | b1 | 7.95 | r12.4-15.5
Manchego DOP 6 Month | 2/7 lb | c2 | 11.95 | r12.8-15.4
Brie 60% Double Creme, Wheel | 6.6 lb avg | u2 | 6.85 | r6-7.2
Goat Cheese Log, Fox Hollow | 2/2.2 lb | b6 | 17.75
Feta Barrel Aged, Greece | 8 lb pail | b2 | 41.25
Halloumi, Cyprus | 12/8.8 oz | c12 | 68.40 |  | e
Cheddar Sharp White, Wagon Hill | 10 lb loaf | u4 | 4.85 | r9.6-10.6
Cheddar Mild Yellow Sliced, Liberty Creamery | 1.5 lb pk | b6 | 7.45
American Cheese Yellow 160 Slice, Liberty Creamery | 5 lb loaf | b4 | 17.25
Pepper Jack Loaf, Liberty Creamery | 4/10 lb | c4 | 3.95 | r39-42 | s
Blue Cheese Crumble | 5 lb bag | b4 | 26.85
Prosciutto di Parma 18 Month, Boneless | 15.5 lb avg | u2 | 12.95 | r13.6-17.4
Prosciutto Domestic Boneless, Casa Bianchi | 4/12 lb | c4 | 7.95 | r44-52 | s
Speck Alto Adige, Half | 5 lb avg | u4 | 12.25 | r4.2-6
Mortadella with Pistachio | 2/15 lb | c2 | 5.85 | r28-33
Soppressata Sweet, Casa Bianchi | 4/3.5 lb | c4 | 9.45 | r13-15.4
Soppressata Hot, Casa Bianchi | 3.5 lb avg | u4 | 9.75 | r3-4.1 | s
Capicola Hot, Casa Bianchi | 2/5 lb | c2 | 8.85 | r9-11.2
Pancetta Flat, Casa Bianchi | 6 lb avg | u4 | 8.25 | r5-7.2
Guanciale, Casa Bianchi | 2.5 lb avg | u6 | 10.85 | r1.9-3.2
Pepperoni Sliced Cup and Char | 2/12.5 lb | c2 | 104.50
Turkey Breast Oven Roasted, Hudson Smokehouse | 2/9 lb | c2 | 5.15 | r17-20
Roast Beef Top Round, Cooked Rare | 11 lb avg | b2 | 8.65 | r9.6-12.8
`
