/** The calls about devices: the foreman's and the office's. */
import { z } from 'zod'
import { Device, DeviceNameBody } from '#contract/sync/devices.ts'
import { sendList } from '../platform/json.ts'
import { paged, paging, type Routes } from '../platform/routes.ts'
import { DEVICE_SQL } from './holdings.ts'
import { nameDevice } from './names.ts'

export const deviceRoutes: Routes = async (app, context) => {
  app.get(
    '/devices',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary: 'Devices: when last seen, and what they last said they still hold',
        querystring: z.object(paging),
        response: { 200: paged(Device) },
      },
    },
    async ({ query }, reply) =>
      sendList(reply, context, {
        name: 'devices',
        select: `${DEVICE_SQL} order by d.last_seen_at desc`,
        count: 'select 1 from devices',
        values: [],
        paging: query,
      }),
  )

  app.patch(
    '/devices/:id',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary: 'Name a device, or take its name away',
        params: z.object({ id: z.string().min(1).max(64) }),
        body: DeviceNameBody,
        response: { 204: z.null() },
      },
    },
    async ({ person, params, body }, reply) => {
      await nameDevice(context, person, params.id, body.name)
      return reply.code(204).send(null)
    },
  )
}
