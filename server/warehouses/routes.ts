/** Warehouses, and how the receipts of their suppliers are read (C305–C311; docs/decisions/0035). */
import { z } from 'zod'
import { can } from '#contract/permissions.ts'
import {
  CreatedWarehouse,
  ReceiptFormat,
  ReceiptLineHeader,
  ReceiptLineUnitTypeMapping,
  WarehouseMap,
  WarehouseMapPut,
  WarehouseMapsCreate,
  WarehousePut,
  WarehousesCreate,
  WarehouseSetup,
} from '#contract/warehouses/schema.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonList, jsonRow, pageOfRows, sendJson, sendRow, sendSelected } from '../platform/json.ts'
import { IdParams, numberText, paged, paging, type App, type Routes } from '../platform/routes.ts'
import { addMaps, addWarehouses, changeMap, renameWarehouse } from './commands.ts'
import { RECEIPT_FORMATS, RECEIPT_LINE_HEADERS, RECEIPT_LINE_UNIT_TYPE_MAPPINGS } from './formats.ts'

const about = (summary: string) => ({ tags: ['warehouses'], summary })
const ONLY_OFFICE = 'Only the office may set up warehouses.'

const mapping = (kind: string) =>
  `coalesce((select json_object_agg(m.category, m.field order by m.id) from warehouse_maps m
              where m.warehouse_id = w.id and m.kind = '${kind}'), '{}'::json)`
/** How receipts are read is for who sets it up alone; everybody else gets empty mappings. */
const warehouseSql = (isOffice: boolean) => `
  select w.id, w.name, ${isOffice ? mapping('column') : `'{}'::json`} as csv_header_mapping,
         ${isOffice ? mapping('unit_type') : `'{}'::json`} as unit_type_mapping
    from warehouses w`
const MAP_SQL = 'select m.id as pk, m.warehouse_id as warehouse, m.category, m.field from warehouse_maps m'

export const warehouseRoutes: Routes = async (app, context) => {
  addWarehouseRoutes(app, context)
  addWarehouseMapRoutes(app, context)
  known(app, 'receiptformats', 'Receipts that are known', ReceiptFormat, RECEIPT_FORMATS)
  known(app, 'receiptlineheaders', 'Their columns', ReceiptLineHeader, RECEIPT_LINE_HEADERS)
  known(
    app,
    'receiptlineunittypemappings',
    'Their words for a unit and a case',
    ReceiptLineUnitTypeMapping,
    RECEIPT_LINE_UNIT_TYPE_MAPPINGS,
  )
}

function addWarehouseRoutes(app: App, context: Context): void {
  const onRequest = app.mayDo('warehouses.write', ONLY_OFFICE)

  app.get(
    '/warehouses',
    {
      schema: {
        ...about('Warehouses, with how their receipts are read'),
        querystring: z.object(paging),
        response: { 200: paged(WarehouseSetup) },
      },
    },
    async ({ person, query }, reply) => {
      const isOffice = can(person, 'warehouses.write')
      return sendSelected(reply, context, {
        name: isOffice ? 'warehouses' : 'warehouse names',
        sql: warehouseSql(isOffice),
        from: 'warehouses',
        order: 'w.id',
        paging: query,
      })
    },
  )

  app.post(
    '/warehouses',
    {
      onRequest,
      config: KEYED,
      schema: {
        ...about('Add warehouses'),
        body: WarehousesCreate,
        response: { 201: z.array(CreatedWarehouse) },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const pks = await addWarehouses(context, person, body, keyedCall(request, reply))
      return reply.code(201).send(pks.map((pk, n) => ({ pk, name: body[n]!.name })))
    },
  )

  app.put(
    '/warehouses/:id',
    {
      onRequest,
      schema: {
        ...about('Rename a warehouse'),
        params: IdParams,
        body: WarehousePut,
        response: { 200: WarehouseSetup },
      },
    },
    async ({ params: { id }, body }, reply) => {
      await renameWarehouse(context, id, body.name)
      return sendRow(
        reply,
        await jsonRow(context.pool, 'warehouse', `${warehouseSql(true)} where w.id = $1::int`, [id]),
        'warehouse',
      )
    },
  )
}

function addWarehouseMapRoutes(app: App, context: Context): void {
  const onRequest = app.mayDo('warehouses.write', ONLY_OFFICE)

  app.get(
    '/warehousesmaps',
    {
      onRequest,
      schema: {
        ...about('How the receipts of a warehouse are read, mapping by mapping'),
        querystring: z.object({ ...paging, warehouse: numberText.optional() }),
        response: { 200: paged(WarehouseMap) },
      },
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'warehouse maps',
        filters: filtersOf({ warehouse: ['m.warehouse_id = $', query.warehouse] }),
        sql: MAP_SQL,
        from: 'warehouse_maps m',
        order: 'm.id',
        paging: query,
      }),
  )

  app.post(
    '/warehousesmaps',
    {
      onRequest,
      schema: {
        ...about('Add mappings'),
        body: WarehouseMapsCreate,
        response: { 201: z.array(WarehouseMap) },
      },
    },
    async ({ body }, reply) => {
      const pks = await addMaps(context, body)
      const select = `${MAP_SQL} where m.id = any($1::int[]) order by array_position($1::int[], m.id)`
      return sendJson(reply, await jsonList(context.pool, 'added warehouse maps', select, [pks]), 201)
    },
  )

  app.put(
    '/warehousesmaps/:id',
    {
      onRequest,
      schema: {
        ...about('Change a mapping'),
        params: IdParams,
        body: WarehouseMapPut,
        response: { 200: WarehouseMap },
      },
    },
    async ({ params: { id }, body }, reply) => {
      await changeMap(context, id, body)
      return reply.send({ pk: id, ...body })
    },
  )
}

/** C310: a list that is part of the product. */
function known<T extends z.ZodType>(
  app: App,
  path: string,
  summary: string,
  schema: T,
  rows: readonly z.output<T>[],
): void {
  app.get(
    `/${path}`,
    {
      onRequest: app.mayDo('warehouses.write', ONLY_OFFICE),
      schema: { ...about(summary), querystring: z.object(paging), response: { 200: paged(schema) } },
    },
    async ({ query }, reply) => reply.send(pageOfRows(rows, query) as never),
  )
}
