import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from '../env.ts'
import { withPreview } from './link-preview.ts'

const PAGE = readFileSync(path.join(checkout, 'index.html'), 'utf8')
const HERE = { origin: 'https://larder.example:8443', address: '/demo/Fresh-Fish-Menu' }
const preview = { title: 'Fresh Fish Menu', description: '2 products: Fish', picture: null }

it('writes title, description and picture of a list into the app’s own page', () => {
  const page = withPreview(PAGE, { ...preview, picture: '/products/cod.webp' }, HERE)
  expect(page.match(/<title>.*<\/title>/g)).toEqual(['<title>Fresh Fish Menu</title>'])
  expect(page.match(/<meta name="description"[^>]*>/g)).toEqual([
    '<meta name="description" content="2 products: Fish" />',
  ])
  expect(page).toContain(
    '<meta property="og:url" content="https://larder.example:8443/demo/Fresh-Fish-Menu" />',
  )
  expect(page).toContain(
    '<meta property="og:image" content="https://larder.example:8443/products/cod.webp" />',
  )
  // Nothing else of the page is another.
  expect(page).toContain('<script type="module" src="/src/main.tsx"></script>')
  expect(page).toContain('<div id="root"></div>')
})

it('names no picture where no product has one', () => {
  expect(withPreview(PAGE, preview, HERE)).not.toContain('og:image')
})

it('takes what people typed as text', () => {
  const typed = `"><script>alert(1)</script>$& $1 'x'`
  const page = withPreview(PAGE, { ...preview, title: typed, description: typed }, HERE)
  expect(page).not.toContain('<script>')
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;$&#38; $1 &#39;x&#39;')
})

it.each(['http://', 'http://[::1', 'javascript:alert(1)', '//elsewhere.example/cod.png', 'cod'])(
  'shows no picture whose address is %s',
  (picture) => {
    const page = withPreview(PAGE, { ...preview, picture }, HERE)
    expect(page).not.toContain('og:image')
    expect(page).toContain('<meta name="twitter:card" content="summary" />')
  },
)

it('names no addresses where the server does not know where people open it', () => {
  const page = withPreview(
    PAGE,
    { ...preview, picture: '/products/cod.webp' },
    { ...HERE, origin: undefined },
  )
  expect(page).toContain('<title>Fresh Fish Menu</title>')
  expect(page).not.toMatch(/og:(url|image)/)
})
