import { createRouter, linkOptions, type NavigateOptions } from '@tanstack/react-router'
import { expect, expectTypeOf, it } from 'vitest'
import type { Go } from '#src/kit/links/use-go.ts'
import { routeTree } from '#src/routes/tree.ts'
import { hrefOf, to, type Address } from './paths.ts'

const router = createRouter({ routeTree, trailingSlash: 'preserve' })

it('an address as text is the address that the router opens', () => {
  const texts: [Address, string][] = [
    [to.orders(), '/orders'],
    [to.orders({ q: 'harbor vine', sort: '-id', paid: true }), '/orders?q=harbor+vine&sort=-id&paid=true'],
    [to.order(12), '/order/12'],
    [to.orderPrint(12, 'order'), '/order/12/print?from=order'],
    [to.orderPrint(12), '/order/12/print'],
    [to.stagedOrder(), '/cart?stagedOrder=1'],
    [to.customerOfList(7), '/customer/7?orderlist=1'],
    [to.itemCode('A/1 é'), '/itemcodes/A%2F1%20%C3%A9'],
    [to.receiptDifference('viewer'), '/receiptDifference?action=viewer'],
    [to.publicList('spring-list'), '/demo/spring-list'],
  ]
  for (const [address, text] of texts) {
    expect(hrefOf(address)).toBe(text)
    expect(router.buildLocation(address as NavigateOptions).publicHref).toBe(text)
  }
})

it('a wrong address does not compile', () => {
  expectTypeOf<string>().not.toExtend<Parameters<Go>[0]>()
  expectTypeOf<{ to: '/orders' }>().not.toExtend<Address>()
  expectTypeOf(to.order).toBeCallableWith(12)
  // @ts-expect-error an order's id is a number
  expect(to.order('12x')).toBeDefined()
  // @ts-expect-error no screen is opened from there
  expect(to.scan('kitchen')).toBeDefined()
  // @ts-expect-error the orders list has no such query
  expect(to.orders({ shelf: 2 })).toBeDefined()
  // @ts-expect-error there is no such address
  expect(linkOptions({ to: '/ordr/$id', params: { id: '1' } })).toBeDefined()
})
