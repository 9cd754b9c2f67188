/** Fruit, vegetables and herbs. Some are priced per lb on the box's nominal weight. */
export const produce = `
Lettuce Romaine Hearts | 12/3 ct | b12 | 2.95
Lettuce Iceberg, Cello | 24 ct | b24 | 1.35
Lettuce Green Leaf | 24 ct | b24 | 1.95
Lettuce Little Gem | 3 lb box | u1 | 16.50
Spring Mix | 3 lb box | u2 | 9.85
Arugula Baby | 3 lb box | u2 | 11.25
Arugula Wild, Organic | 4 lb box | u1 | 18.95 |  | n
Spinach Baby | 4 lb box | u1 | 12.75
Kale Lacinato | 24 ct | b24 | 1.85
Cabbage Green | 50 lb bag | c1 | 0.58 | f50
Radicchio Chioggia | 8 lb box | u1 | 24.75
Endive Belgian | 10 lb box | c1 | 38.50
Tomato Roma | 25 lb box | c1 | 1.25 | f25
Tomato Beefsteak 5x6 | 25 lb box | c1 | 1.45 | f25 | s
Tomato Cherry on Vine | 11 lb box | c1 | 27.95
Tomato Heirloom, Garden State | 10 lb flat | u1 | 29.50
Cucumber English | 12 ct | b12 | 1.65
Pepper Red Bell | 25 lb box | c1 | 1.95 | f25
Pepper Green Bell | 25 lb box | c1 | 1.55 | f25
Pepper Jalapeno | 10 lb box | u1 | 16.75
Pepper Shishito | 5 lb box | u1 | 21.50
Eggplant Italian | 20 lb box | c1 | 26.50
Zucchini Medium | 20 lb box | c1 | 22.95
Squash Butternut | 35 lb box | c1 | 0.92 | f35
Broccoli Crown | 20 lb box | c1 | 31.75
Broccoli Rabe | 20 lb box | u1 | 44.50
Cauliflower White | 12 ct | b12 | 3.45
Brussels Sprouts | 25 lb box | c1 | 39.50
Asparagus Large | 11 lb box | c1 | 42.75
Asparagus Jumbo | 11 lb box | c1 | 49.50
Green Bean Haricot Vert | 5 lb bag | b2 | 14.85
Carrot Jumbo | 25 lb bag | c1 | 17.50
Carrot Baby Bunch, Tri-Color | 24 ct | b24 | 2.15
Celery Pascal | 24 ct | b24 | 1.75
Onion Yellow Jumbo | 50 lb bag | c1 | 0.62 | f50
Onion Red Jumbo | 25 lb bag | b1 | 19.50
Shallot Peeled | 5 lb jar | b4 | 16.85
Garlic Peeled | 5 lb jar | b4 | 17.95
Leek | 12 ct | b12 | 2.45
Potato Russet 70 ct | 50 lb box | c1 | 0.64 | f50
Potato Yukon Gold B | 50 lb box | b1 | 38.50
Potato Fingerling Mixed | 10 lb bag | u2 | 17.85
Mushroom White Button | 10 lb box | b1 | 24.50
Mushroom Cremini | 5 lb box | b2 | 14.25 |  | s
Mushroom Oyster, Garden State | 5 lb box | u1 | 26.75
Lemon 140 ct Choice | 140 ct | b1 | 44.50
Lime 200 ct | 200 ct | b1 | 39.75
Orange Navel 88 ct | 88 ct | c88 | 41.25
Apple Gala 100 ct, School Pack | 100 ct | c100 | 37.50
Avocado Hass 48 ct, Ripe | 48 ct | b48 | 1.45
Strawberry | 8/1 lb | b8 | 3.95
Basil, Living Root | 12 ct | b12 | 2.65
Parsley Italian Flat | 30 ct | b30 | 1.15
Thyme | 1 lb bag | u6 | 13.50
`
