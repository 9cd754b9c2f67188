import { expect, it } from 'vitest'
import { productKindOf } from './product-kind.ts'

it.each([
  ['Salmon Fillet Faroe Islands D-Trim', 'fish'],
  ['Ground Brisket-Chuck Blend', 'meat'],
  ['Tomato Sauce #10', 'bottle'],
  ['Frozen Peas', 'vegetable'],
  ['Crab King Leg 14/17, Frozen', 'fish'],
  ['Blueberries Pint', 'fruit'],
  ['Bath Tissue 2-Ply', 'paper'],
  ['Grated Parmesan', 'dairy'],
  ['Hammer', 'other'],
  ['Widget Dry Goods', 'other'],
])('“%s” is %s', (name, kind) => {
  expect(productKindOf(name)).toBe(kind)
})
