/** The calls about devices: the foreman's and the office's. */
import { z } from 'zod'
import { Device, DeviceNameBody } from '#contract/sync/devices.ts'
import { sendDone, sendSelected } from '../platform/json.ts'
import { listing, type Routes } from '../platform/routes.ts'
import { DEVICE_SQL } from './device-reports.ts'
import { nameDevice } from './names.ts'

const sync = { tags: ['sync'] }

export const deviceRoutes: Routes = async (app, context) => {
  app.get(
    '/devices',
    {
      onRequest: app.mayDo('devices.see'),
      schema: listing(sync, 'Devices: when last seen, and what they last said they still hold', Device),
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'devices',
        sql: DEVICE_SQL,
        from: 'devices',
        order: 'd.last_seen_at desc',
        paging: query,
      }),
  )

  app.patch(
    '/devices/:id',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        ...sync,
        summary: 'Name a device, or take its name away',
        params: z.object({ id: z.string().min(1).max(64) }),
        body: DeviceNameBody,
        response: { 204: z.null() },
      },
    },
    async ({ person, params, body }, reply) =>
      sendDone(reply, nameDevice(context, person, params.id, body.name)),
  )
}
