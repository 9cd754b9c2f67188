/** Products and alternate barcodes (A §7). */
import type pg from 'pg'
import { z } from 'zod'
import { Upc } from '#contract/values.ts'
import { can, type Person } from '#contract/permissions.ts'
import { ProductCreate, ProductPatch } from '#contract/products/edit.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import { BarcodeAlternate, ListedProduct } from '#contract/products/schema.ts'
import { basisOf, pricedBy, type PriceBasis } from '../fees/margins.ts'
import { answering, runCall } from '../edits/plain-call.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { companyOf, mustSeeLocation, mustSeeOrders } from '../platform/scope.ts'
import { mustSeeList, ownListLocation } from '../order-lists/scope.ts'
import { filtersOf, phraseOf, searchText } from '../platform/filters.ts'
import { jsonRow, sendJson, sendRow, sendSelected } from '../platform/json.ts'
import { forbidden, notFound } from '../platform/problem.ts'
import {
  describedBy,
  flag,
  listing,
  numberText,
  paged,
  paging,
  repeated,
  routesOf,
  type App,
  type Routes,
} from '../platform/routes.ts'
import { addProduct, deleteProduct, editProduct } from './edit.ts'
import {
  BARCODE_SQL,
  customerProducts,
  listedProductSql,
  OFFICE_PRODUCT_SQL,
  productView,
  productsOf,
} from './present.ts'

const catalogue = { tags: ['catalogue'] }
const ProductParams = z.object({ upc: z.string() })

const isStaff = (person: Person) => can(person, 'catalogue.see-all')
/** The filter of the products that a person may see. No company has the id -1: who has none sees what is public. */
const visibleTo = (person: Person) =>
  [`p.upc in (${customerProducts('$::int')})`, !isStaff(person) && (companyOf(person) ?? -1)] as const

/**
 * Returns the prices of the named location, else of the order list's where it is the caller's own, else of the
 * caller's.
 */
async function basisOfCall(
  pool: pg.Pool,
  person: Person,
  {
    company_location,
    order_list,
  }: { company_location?: number | undefined; order_list?: number | undefined },
): Promise<PriceBasis> {
  if (company_location !== undefined) {
    await mustSeeLocation(pool, person, company_location)
    return { location: company_location }
  }
  const basis = await basisOf(pool, person)
  if (basis === 'own' || order_list === undefined) return basis
  return { location: (await ownListLocation(pool, person, order_list)) ?? basis.location }
}

export const productRoutes = routesOf(addProductListRoute, addProductRoute)

function addProductListRoute(app: App, context: Context): void {
  const { pool } = context

  app.get(
    '/products',
    {
      schema: {
        ...catalogue,
        summary: 'Products by upc, of an order, of an order list, or by search',
        querystring: z.object({
          ...paging,
          upc: repeated(Upc).optional(),
          order: repeated(numberText).optional(),
          order_list: numberText.optional(),
          company_location: numberText.optional(),
          search: searchText,
          include_inactive: flag.optional(),
          include_nonprimary: flag.optional(),
          substitution_detail: flag.optional(),
        }),
        response: { 200: paged(ListedProduct) },
      },
    },
    async ({ person, query }, reply) => {
      if (query.order) await mustSeeOrders(pool, person, query.order)
      if (query.order_list !== undefined) await mustSeeList(pool, person, query.order_list)
      const filters = filtersOf(
        {
          company: visibleTo(person),
          upc: ['p.upc = any($::text[])', query.upc],
          orders: [`p.upc in (${productsOf('$')})`, query.order],
          list: ['p.upc in (select product from order_list_rows where order_list_id = $)', query.order_list],
          active: ['p.active', !query.include_inactive],
          primary: ['p.is_primary', !(query.include_nonprimary ?? query.search === undefined)],
        },
        ['p.search ilike $', phraseOf(query.search)],
      )
      const basis = await basisOfCall(pool, person, query)
      return sendSelected(reply, context, {
        name: `products ${productView(person)}`,
        filters,
        sql: listedProductSql(productView(person)),
        from: 'products p',
        order: 'p.name, p.upc',
        paging: query,
        // The order is by name: a page is the same before its prices are known.
        ...(basis !== 'own' && {
          finish: async (rows) =>
            JSON.stringify(await pricedBy(pool, JSON.parse(rows) as ListedProduct[], basis)),
        }),
      })
    },
  )
}

function addProductRoute(app: App, { pool }: Context): void {
  app.get(
    '/products/:upc',
    {
      schema: {
        ...catalogue,
        summary: 'One product',
        params: ProductParams,
        querystring: z.object({
          substitution_detail: flag.optional(),
          include_inactive: flag.optional(),
          include_nonprimary: flag.optional(),
        }),
        response: { 200: ListedProduct },
      },
    },
    async ({ person, params, query }, reply) => {
      const { where, nameOf, values } = filtersOf({
        company: visibleTo(person),
        upc: ['p.upc = $::text', params.upc],
        active: ['p.active', query.include_inactive === false],
      })
      const json = await jsonRow(
        pool,
        nameOf(`product ${productView(person)}`),
        `${listedProductSql(productView(person))}${where}`,
        values,
      )
      if (!json) throw notFound('product')
      const [product] = await pricedBy(pool, [JSON.parse(json) as ListedProduct], await basisOf(pool, person))
      return sendJson(reply, JSON.stringify(product))
    },
  )
}

/** The catalogue as the house itself works with it: the pick list's export (A291) and the editing of a product (A290). */
export const productEditRoutes = routesOf(addOfficeProductRoutes, addProductWriteRoutes)

const officeProduct = (pool: pg.Pool, upc: string) =>
  jsonRow(pool, 'product to edit', `${OFFICE_PRODUCT_SQL} where p.upc = $1::text`, [upc.replaceAll('\0', '')])

function addOfficeProductRoutes(app: App, context: Context): void {
  const { pool } = context
  const MESSAGE = 'Only the house itself may see the catalogue.'

  app.get(
    '/productedit',
    {
      schema: {
        ...catalogue,
        summary: 'Products of a warehouse, of orders, as a walk passes them: by bin',
        querystring: z.object({
          ...paging,
          warehouse: numberText.optional(),
          order: repeated(numberText).optional(),
          include_inactive: flag.optional(),
        }),
        response: { 200: paged(OfficeProduct) },
      },
    },
    async ({ person, query }, reply) => {
      // Another company's order is as unknown as none, to those too who may not see the catalogue.
      if (query.order) await mustSeeOrders(pool, person, query.order)
      if (!isStaff(person)) throw forbidden(MESSAGE)
      return sendSelected(reply, context, {
        name: 'productedit',
        filters: filtersOf({
          warehouse: ['p.warehouse_id = $', query.warehouse],
          orders: [`p.upc in (${productsOf('$')})`, query.order],
          active: ['p.active', !query.include_inactive],
        }),
        sql: OFFICE_PRODUCT_SQL,
        from: 'products p',
        order: 'p.bin, p.name, p.upc',
        paging: query,
      })
    },
  )

  app.get(
    '/productedit/:upc',
    {
      onRequest: app.mayDo('catalogue.see-all', MESSAGE),
      schema: {
        ...catalogue,
        summary: 'One product to edit',
        params: ProductParams,
        querystring: z.object({ substitution_detail: flag.optional() }),
        response: { 200: OfficeProduct },
      },
    },
    async ({ params: { upc } }, reply) => {
      return sendRow(reply, await officeProduct(pool, upc), 'product')
    },
  )
}

function addProductWriteRoutes(app: App, context: Context): void {
  const { pool } = context

  app.patch(
    '/productedit/:upc',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may change a product.'),
      config: KEYED,
      schema: {
        ...catalogue,
        summary: 'Change a product, or what may stand for it',
        params: ProductParams,
        body: ProductPatch,
        response: { 200: OfficeProduct },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const upc = request.params.upc.replaceAll('\0', '')
      await editProduct(context, person, upc, body, keyedCall(request, reply))
      return sendRow(reply, await officeProduct(pool, upc), 'product')
    },
  )

  app.post(
    '/productedit',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may add a product.'),
      config: KEYED,
      schema: {
        ...catalogue,
        summary: 'Add a product',
        body: ProductCreate,
        response: { 201: OfficeProduct },
      },
    },
    async (request, reply) => {
      const upc = await addProduct(context, request.person, request.body, keyedCall(request, reply))
      return sendRow(reply, await officeProduct(pool, upc), 'product', 201)
    },
  )

  app.delete(
    '/products/:upc',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may delete a product.'),
      config: KEYED,
      schema: {
        ...catalogue,
        summary: 'Delete a product that nothing names',
        params: ProductParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const upc = request.params.upc.replaceAll('\0', '')
      await deleteProduct(context, request.person, upc, keyedCall(request, reply))
      return reply.code(204).send(null)
    },
  )
}

export const barcodeRoutes: Routes = async (app, context) => {
  const params = z.object({ barcode: z.string() })
  const MESSAGE = 'Only pickers and staff may see linked barcodes.'

  app.get(
    '/barcodealternates',
    {
      onRequest: app.mayDo('barcodes.link', MESSAGE),
      schema: listing(catalogue, 'Linked barcodes', BarcodeAlternate),
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'barcodes',
        sql: BARCODE_SQL,
        from: 'barcode_alternates',
        order: 'b.barcode',
        paging: query,
      }),
  )

  app.get(
    '/barcodealternates/:barcode',
    {
      onRequest: app.mayDo('barcodes.link', MESSAGE),
      schema: {
        ...catalogue,
        summary: 'The product of a linked barcode',
        params,
        response: { 200: BarcodeAlternate },
      },
    },
    async ({ params: { barcode } }, reply) => {
      return sendRow(
        reply,
        await jsonRow(context.pool, 'barcode', `${BARCODE_SQL} where b.barcode = $1::text`, [
          barcode.replaceAll('\0', ''),
        ]),
        'barcode',
      )
    },
  )

  app.post(
    '/barcodealternates',
    {
      config: answering(201, BarcodeAlternate),
      schema: { ...catalogue, summary: 'Link a barcode to a product', body: describedBy(BarcodeAlternate) },
    },
    (request, reply) => {
      const parsed = BarcodeAlternate.partial().safeParse(request.body)
      return runCall(context, request, reply, {
        entity: 'barcodealternates',
        method: 'POST',
        id: parsed.success ? (parsed.data.barcode ?? '') : '',
        body: request.body,
      })
    },
  )

  app.delete(
    '/barcodealternates/:barcode',
    { config: answering(204), schema: { ...catalogue, summary: 'Unlink a barcode', params } },
    (request, reply) =>
      runCall(context, request, reply, {
        entity: 'barcodealternates',
        method: 'DELETE',
        id: request.params.barcode.replaceAll('\0', ''),
        body: null,
      }),
  )
}
