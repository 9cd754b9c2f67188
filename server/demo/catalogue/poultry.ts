/** Chicken, duck, turkey and game birds. */
export const poultry = `
Chicken Whole WOG 3.5 lb, Palisade Farms | 14/3.5 lb | c14 | 1.75 | r44-54
Chicken Whole Air-Chilled 3 lb, Palisade Farms | 12/3 lb | c12 | 2.65 | r33-40 | s
Chicken Breast Boneless Skinless, Random | 4/10 lb bag | c4 | 2.95 | r38-42
Chicken Breast Boneless Skinless 6 oz Portion | 2/5 lb | b2 | 22.45 |  | s
Chicken Breast Airline 10 oz | 24/10 oz | c24 | 4.85 | r14-16.5
Chicken Thigh Boneless Skinless | 4/10 lb bag | c4 | 2.75 | r38-42
Chicken Thigh Bone-In | 40 lb box | c1 | 1.45 | f40
Chicken Wing Jumbo, Cut | 4/10 lb bag | c4 | 2.85 | f40
Chicken Wing Party, Frozen, Old Ferry | 2/5 lb | b2 | 17.95 |  | f
Chicken Drumstick | 40 lb box | c1 | 1.15 | f40
Chicken Half Split 1.5 lb | 16/1.5 lb | c16 | 2.35 | r22-27
Chicken Ground Dark Meat | 5 lb tube | b4 | 3.15 | f5
Chicken Liver | 5 lb tub | b6 | 8.95
Chicken Feet | 10 lb bag | u4 | 13.50
Chicken Bones, Necks and Backs | 40 lb box | c1 | 0.85 | f40
Chicken Tender Breaded, Old Ferry | 2/5 lb | b2 | 21.75 |  | f
Poussin 16 oz, Fox Hollow | 1 lb avg | u12 | 5.95 | r0.9-1.2
Duck Whole Long Island 5 lb, Crescent Cove | 6/5 lb | c6 | 4.25 | r28-33
Duck Breast Magret, Fox Hollow | 1 lb avg | u12 | 12.95 | r0.8-1.2
Duck Breast Pekin 7 oz, Crescent Cove | 24/7 oz | c24 | 9.85 | r10-12 | s
Duck Leg Moulard | 5 lb pk | b4 | 5.65 | r4.4-5.8
Duck Leg Confit, Fox Hollow | 12/8 oz | c12 | 82.50
Duck Fat, Rendered, Fox Hollow | 7 lb tub | u4 | 34.75
Turkey Whole 18 lb Young Tom | 18 lb avg | u2 | 2.05 | r16-20.5
Quail Semi-Boneless 4 oz | 24/4 oz | c24 | 96.00
Rabbit Whole 2.75 lb | 2.75 lb avg | u12 | 9.45 | r2.4-3.2
Foie Gras Grade A, Fox Hollow | 1.5 lb avg | u6 | 48.50 | r1.2-1.9
`
