/** Fish and shellfish, fresh and frozen. */
export const seafood = `
Salmon Fillet Faroe Islands D-Trim | 4 lb avg | u10 | 13.45 | r3-4.6
Salmon Fillet Atlantic Skin-On, Blue Anchor | 10 lb box | b3 | 10.85 | r9-11.4
Salmon Whole Head-On 12/14, Faroe Islands | 4/13 lb | c4 | 9.65 | r49-56
Cod Loin, Georges Bank | 10 lb box | u3 | 12.75 | r9.3-10.9
Cod Loin 6 oz Portion, Frozen, Blue Anchor | 10 lb | b1 | 92.50 |  | f
Haddock Fillet Skin-On | 10 lb box | u3 | 10.95 | r9.2-10.8
Halibut Fillet, Nova Scotia | 6 lb avg | u4 | 21.95 | r4.8-7.2
Halibut Fletch Skin-On, Alaska, Frozen | 2/10 lb avg | c2 | 17.65 | r18-23 | f
Branzino Whole 400-600 g, Greece | 13 lb box | c1 | 8.95 | r12.4-13.9
Branzino Whole 600-800 g, Greece | 11 lb box | c1 | 9.45 | r10.3-11.8
Tuna Yellowfin Loin #1 | 10 lb avg | u3 | 19.75 | r7.5-12.6
Tuna Yellowfin Saku, Frozen | 22 lb case | c1 | 13.95 | f22 | f
Swordfish Loin, Center Cut | 12 lb avg | u2 | 14.95 | r9.6-14.5
Monkfish Tail, Peeled | 3 lb avg | u6 | 10.45 | r2.2-3.9
Striped Bass Fillet, Farmed | 10 lb bag | u3 | 15.85 | r9-11.2
Trout Rainbow Butterfly 8 oz | 10 lb box | c1 | 8.65 | f10
Flounder Fillet | 5 lb tub | u6 | 13.25 | r4.6-5.5
Red Snapper Whole 2/4 | 10 lb avg | u4 | 10.85 | r8.6-11.8
Skate Wing, Skinless | 10 lb bag | u3 | 7.45 | r9-10.9
Octopus 4/6 lb, Spain, Frozen | 5 lb avg | b6 | 9.35 | r4-6 | f
Calamari Tubes and Tentacles, Point Judith | 2.5 lb tub | b4 | 21.75
Calamari Rings, Frozen, Blue Anchor | 4/2.5 lb | c4 | 54.95 |  | f
Shrimp U/10 Shell-On, Blue Anchor | 4 lb block | b6 | 49.75 |  | f
Shrimp 16/20 P&D Tail-On, Blue Anchor | 2 lb bag | b10 | 17.45 |  | f
Shrimp 21/25 P&D Tail-Off, Blue Anchor | 2 lb bag | b10 | 15.85 |  | fs
Shrimp White Gulf 16/20 Headless | 5 lb box | b10 | 42.50 |  | f
Scallop Sea U/10 Dry, Barnegat Light | 8 lb tub | c1 | 27.95 | f8
Scallop Sea 10/20 Dry, Barnegat Light | 8 lb tub | c1 | 24.50 | f8
Lobster Live 1.25 lb Hard Shell, Maine | 1.25 lb avg | u24 | 12.95 | r1.15-1.4
Lobster Meat CKL, Frozen | 6/2 lb | b6 | 71.50 |  | f
Crab Jumbo Lump, Pasteurized | 1 lb can | b12 | 36.75
Crab King Leg 14/17, Frozen | 20 lb case | c1 | 31.50 | r19-21.2 | f
Oyster Blue Point, Long Island | 100 ct bag | c1 | 88.00
Oyster Cape May Salt | 100 ct bag | c1 | 94.00
Clam Littleneck, Barnegat Bay | 100 ct bag | u1 | 42.00
Mussel PEI Rope-Grown | 10 lb bag | u2 | 28.50
Salmon Smoked Sliced, Hudson Smokehouse | 3 lb side | u10 | 17.95 | r2.4-3.5
`
