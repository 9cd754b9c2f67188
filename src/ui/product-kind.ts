/** What kind of goods a product is, as its name says: for the drawing in the place of a photograph. */

export type ProductKind =
  | 'meat'
  | 'fish'
  | 'dairy'
  | 'egg'
  | 'fruit'
  | 'vegetable'
  | 'bakery'
  | 'grain'
  | 'drink'
  | 'bottle'
  | 'frozen'
  | 'paper'
  | 'cleaning'
  | 'other'

/** In this order: "Tomato sauce" is in a bottle, and "Frozen peas" are vegetables. */
const WORDS: readonly [ProductKind, RegExp][] = [
  ['paper', /\b(?:tissue|towels?|napkins?|paper|cups?|lids?|bags?|foil|wrap|containers?|straws?|gloves?)\b/i],
  ['cleaning', /\b(?:soap|detergent|bleach|cleaner|sanitizer|degreaser|sponges?)\b/i],
  ['bottle', /\b(?:oils?|vinegar|sauce|mayonnaise|ketchup|mustard|dressing|syrup|honey)\b/i],
  ['drink', /\b(?:water|soda|seltzer|juice|cola|coffee|tea|beer|wine|lemonade|drink)\b/i],
  [
    'fish',
    /\b(?:salmon|tuna|cod|halibut|fish|crab|shrimp|lobster|clams?|oysters?|mussels?|scallops?|squid|calamari|branzino)\b/i,
  ],
  [
    'meat',
    /\b(?:beef|pork|chicken|turkey|lamb|veal|duck|sausages?|bacon|brisket|ham|steaks?|ribs?|grind|ground|chuck|prosciutto|salami|wings)\b/i,
  ],
  ['egg', /\beggs?\b/i],
  ['dairy', /\b(?:milk|cheese|butter|cream|yogurt|mozzarella|parmesan|parmigiano|ricotta|cheddar|feta)\b/i],
  [
    'fruit',
    /\b(?:apples?|oranges?|lemons?|limes?|bananas?|\w*berry|\w*berries|grapes?|melons?|pears?|peach(?:es)?|mango(?:es)?|avocados?)\b/i,
  ],
  [
    'vegetable',
    /\b(?:tomato(?:es)?|onions?|potato(?:es)?|carrots?|lettuce|peppers?|garlic|celery|spinach|broccoli|cabbage|cucumbers?|mushrooms?|peas|beans?|corn|basil|parsley|romaine|kale|squash|zucchini)\b/i,
  ],
  [
    'bakery',
    /\b(?:bread|rolls?|bagels?|buns?|tortillas?|pita|croissants?|cakes?|cookies?|dough|baguettes?)\b/i,
  ],
  [
    'grain',
    /\b(?:flour|rice|pasta|penne|rigatoni|spaghetti|noodles?|oats|sugar|cereal|couscous|quinoa|semolina)\b/i,
  ],
  ['frozen', /\b(?:frozen|ice)\b/i],
]

/** @param words the product's name, with its category where one is known */
export const productKindOf = (words: string): ProductKind =>
  WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
