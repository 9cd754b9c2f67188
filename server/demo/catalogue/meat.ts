/** Beef, veal, lamb and pork. The columns are explained in `../products.ts`. */
export const meat = `
Beef Ribeye Lip-On 112A, USDA Choice | 5/14 lb avg | c5 | 10.45 | r64-78
Beef Ribeye Lip-On 112A, USDA Prime | 5/15 lb avg | c5 | 15.20 | r66-82
Beef Ribeye Bone-In Export 109E, Choice | 3/21 lb avg | c3 | 11.65 | r58-70
Beef Strip Loin 0x1 180, USDA Choice | 5/13 lb avg | c5 | 9.35 | r58-74
Beef Strip Loin 0x1 180, USDA Prime | 5/14 lb avg | c5 | 12.90 | r60-76 | s
Beef Short Loin 174, USDA Choice | 22 lb avg | u2 | 9.95 | r19-25
Beef Tenderloin PSMO 189A, USDA Choice | 5 lb up | u12 | 13.75 | r5-6.8
Beef Tenderloin PSMO 189A, No Roll | 12/5 lb avg | c12 | 11.40 | r56-72 | s
Beef Top Butt 184, USDA Choice | 5/13 lb avg | c5 | 5.95 | r58-72
Beef Top Butt Cap-Off 184B | 10 lb avg | u6 | 6.85 | r8.5-11.8
Beef Flank Steak 193 | 8/2 lb avg | c8 | 8.75 | r14-18.5
Beef Outside Skirt 121C, Peeled | 2/7 lb bag | u8 | 13.95 | r6-8.2
Beef Inside Skirt 121D | 6 lb bag | u10 | 8.95 | r5-7
Beef Hanger Steak 140 | 5 lb bag | u8 | 9.65 | r4.2-6
Beef Flat Iron 114D | 4/5 lb bag | c4 | 8.25 | r17-23
Beef Brisket 120, USDA Choice | 5/14 lb avg | c5 | 4.65 | r60-80
Beef Brisket 120, USDA Prime | 15 lb avg | u5 | 5.85 | r12.5-17.5 | s
Beef Chuck Roll 116A | 3/22 lb avg | c3 | 5.25 | r58-72
Beef Chuck Short Rib Boneless 130A | 6/5 lb bag | c6 | 8.95 | r26-33
Beef Short Rib Plate 123A | 15 lb avg | u4 | 6.75 | r13-17.5
Beef Knuckle Peeled 167A | 6/10 lb avg | c6 | 4.35 | r56-68
Beef Tri-Tip 185C | 12 lb bag | u5 | 7.15 | r10.5-13.8
Oxtail, Cut | 10 lb box | u3 | 7.45 | r9.2-10.9
Beef Shank Center Cut, Osso Buco | 4/6 lb bag | c4 | 5.65 | r22-27
Beef Marrow Bones, Canoe Cut | 10 lb box | b4 | 3.95 | f10
Beef Dry-Aged Ribeye 28 Day, Vault 9 | 16 lb avg | u1 | 22.50 | r13.8-18.4
Beef Dry-Aged Strip Bone-In 28 Day, Vault 9 | 17 lb avg | u1 | 20.75 | r14.5-19.5
Wagyu Coulotte MS 6-7, Southern Cross | 3 lb avg | u8 | 18.90 | r2.4-3.6
Ground Beef 80/20 Chuck, Palisade Grind | 4/10 lb tube | c4 | 4.35 | f40
Ground Beef 75/25, Palisade Grind | 8/10 lb tube | c8 | 3.95 | f80 | s
Ground Brisket-Chuck Blend, Palisade Grind | 5 lb tube | b4 | 5.65 | f5
Beef Patty 8 oz Brisket Blend, Fresh | 20/8 oz | c20 | 6.45 | f10
Beef Patty 6 oz Chuck, Frozen, Old Ferry | 40/6 oz | c40 | 5.15 | f15 | f
Veal Rack Frenched 306D | 6 lb avg | u4 | 19.95 | r5.2-7
Veal Osso Buco, 2 inch | 2/8 lb bag | c2 | 11.75 | r14-18
Veal Leg Top Round, Cap-Off | 9 lb avg | u4 | 15.25 | r7.8-10.4
Veal Bones, Knuckle | 50 lb box | c1 | 1.85 | f50
Lamb Rack Frenched 28 oz, New Zealand | 12/28 oz | c12 | 14.85 | r19.5-23
Lamb Leg Boneless, Domestic | 7 lb avg | u6 | 9.45 | r5.8-8.2
Lamb Shank Hind, 16 oz | 16/1 lb | c16 | 8.25 | r15-18.5
Lamb Shoulder Boneless, Netted | 5 lb avg | u8 | 7.65 | r4.2-6.1
Ground Lamb | 5 lb tube | b4 | 7.35 | f5
Pork Loin Boneless, Center Cut | 4/9 lb avg | c4 | 2.85 | r32-42
Pork Loin Bone-In, Kurobuta, Three Oaks | 2/12 lb avg | c2 | 6.25 | r21-28
Pork Tenderloin | 12/2 lb pk | c12 | 3.65 | r21-27
Pork Butt Bone-In | 8/8 lb avg | c8 | 2.15 | r60-74
Pork Belly Skin-On | 4/12 lb avg | c4 | 4.15 | r44-56
Pork Belly Skinless | 11 lb avg | u5 | 4.75 | r9.2-13 | s
Pork St. Louis Rib 2.5 down | 14/2.5 lb | c14 | 4.35 | r31-37
Pork Baby Back Rib 2 up | 10 lb bag | b3 | 5.25 | r9-11.5
Bacon Slab Applewood, Hudson Smokehouse | 9 lb avg | u2 | 5.45 | r7.8-10.6
Bacon Sliced 14/18, Hudson Smokehouse | 15 lb layout | c1 | 66.75
Sausage Sweet Italian Rope, Casa Bianchi | 5 lb pk | b2 | 17.85
Sausage Hot Italian Link 4/1, Casa Bianchi | 5 lb pk | b2 | 18.25 |  | s
Chorizo Fresh Mexican Style | 5 lb pk | b4 | 16.95
`
