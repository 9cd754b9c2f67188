/**
 * What a messenger shows of a link to a public list, `/demo/{name}` (A036): it reads the page without running it, so its
 * title, description and picture are written into the page here. It previews only lists that anybody may open.
 */
import { z } from 'zod'
import { findList, publicTitle } from '#contract/order-lists/public-name.ts'
import { isPictureAddress } from '#contract/products/picture.ts'
import { distributorLines } from '../distributor/lines.ts'
import type { Context } from '../platform/context.ts'
import { escapeHtml } from '../platform/html.ts'
import { queryRows } from '../platform/rows.ts'
import { IN_ORDER, IS_OPEN } from './scope.ts'

export interface LinkPreview {
  title: string
  description: string
  /** A picture's address, as the product has it; null where none of the list's products has one. */
  picture: string | null
}

const OpenList = z.object({
  public_name: z.string(),
  categories: z.array(z.string()),
  products: z.number(),
  picture: z.string().nullable(),
})

/** A longer text is cut. */
const MOST_LETTERS = 200

/** The preview of the list that `nameInAddress` means by A085; null where there is none that anybody may open. */
export async function linkPreview(
  context: Pick<Context, 'pool' | 'env'>,
  nameInAddress: string,
): Promise<LinkPreview | null> {
  const [lists, [distributor = '']] = await Promise.all([
    queryRows(
      context.pool,
      OpenList,
      // All of them, few as they are: which one an address means is said in `findList` alone.
      `select l.public_name, l.category_names as categories, shown.products, shown.picture
         from order_lists l left join company_locations cl on cl.id = l.company_location_id,
              lateral (select count(*)::int as products,
                              (array_agg(p.url order by r.position) filter (where p.url <> ''))[1] as picture
                         from order_list_rows r join products p on p.upc = r.product and p.active
                        where r.order_list_id = l.id) shown
        where ${IS_OPEN} order by ${IN_ORDER}`,
    ),
    distributorLines(context),
  ])
  const list = findList(lists, nameInAddress)
  if (!list) return null
  const { products, categories, picture } = list
  const description = `${products} ${products === 1 ? 'product' : 'products'}: ${categories.join(', ')}`
  return {
    title: publicTitle(list.public_name, distributor),
    description:
      description.length > MOST_LETTERS ? `${description.slice(0, MOST_LETTERS - 1)}…` : description,
    picture,
  }
}

/**
 * The app's page with a preview in its head.
 *
 * @param origin where people open the app (`PUBLIC_URL`). A preview names only complete addresses, so that without an
 *   origin it names none.
 * @param address the path of this page
 */
export function withPreview(
  page: string,
  preview: LinkPreview,
  { origin, address }: { origin: string | undefined; address: string },
): string {
  const { title, description } = preview
  const url = origin && URL.canParse(address, origin) ? new URL(address, origin).href : null
  // Pictures that were stored before addresses were checked may be none.
  const picture =
    origin && isPictureAddress(preview.picture ?? '') ? new URL(preview.picture!, origin).href : null
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    ...(url && { 'og:url': url }),
    ...(picture && { 'og:image': picture }),
  }
  const tags = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
  ]
  return page
    .replace(/<meta\s+name="description"[^>]*>/, () => tags.join('\n    '))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
}
