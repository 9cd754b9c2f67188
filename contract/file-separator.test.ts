import { expect, it } from 'vitest'
import { separatorOf } from './file-separator.ts'

it.each([
  ['commas', 'upc,name,price\n1,Oil,2.50\n', ','],
  ['semicolons, with commas in the prices', 'upc;name;price\n1;Oil;2,50\n2;Rice;3,00\n', ';'],
  ['semicolons, with commas in the names', 'name;price\nBread, white;1\nOil, olive, cold;2\n', ';'],
  ['tabs', 'upc\tname\r\n1\tOil\r\n', '\t'],
  ['bars', 'upc|name|price\n1|Oil|2.50', '|'],
  ['two columns whose last cells are quoted', 'Column 1;Column 2\r\n45.639;\r\n0.1;"0"""\r\n', ';'],
  ['other separators within quotes', '"a","b"\n"1;2;3;4","x\ny|z"\n"5;6;7;8",2', ','],
  ['a quoted cell with line ends and a quote', 'a;b\n"x\n""y"", z\n";1\n"p\n,";2', ';'],
  ['a title above the table', 'Prices, spring\nupc;name;price\n1;Oil;2\n2;Rice;3\n', ';'],
  ['rows without their last cells', 'upc;name;price\n1;Oil\n2;Rice\n3;Salt;1\n', ';'],
  ['one column', 'upc\n"1,2;3"\n4\n', ','],
  ['nothing', '', ','],
])('is recognised in a text of %s', (_, text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})
