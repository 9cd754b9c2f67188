import { describe, expect, it } from 'vitest'
import { providerProblem, returnUrl, showAmount, showMoneyBack, summaryOfStart } from './words.ts'

describe('the words of a payment', () => {
  it('B094 show amounts as they came, with two decimals and undivided', () => {
    expect(showAmount(12.5)).toBe('12.50')
    expect(showAmount('1250')).toBe('1,250.00')
    expect(showAmount(null)).toBe('')
  })

  it('B255 say in the provider’s words what is wrong with a card or a field', () => {
    const message = 'Your card was declined.'
    expect(providerProblem({ type: 'card_error', code: 'card_declined', message })).toBe(message)
    expect(providerProblem({ type: 'validation_error', message: 'Incomplete.' })).toBe('Incomplete.')
  })

  it('B256 give the code of any other error, in its square brackets', () => {
    expect(providerProblem({ type: 'api_error', code: 'api_error', message: 'Oops' })).toBe(
      'An unexpected error occurred. [api_error]',
    )
    expect(providerProblem({ type: 'invalid_request_error' })).toBe(
      'An unexpected error occurred. [invalid_request_error]',
    )
  })

  it('B096 show the summary of a start, which came by method or alone', () => {
    expect(summaryOfStart({ card: { Total: '5.00' } }, 'card')).toEqual({ Total: '5.00' })
    expect(summaryOfStart({ Total: 5 }, 'card')).toEqual({ Total: 5 })
    expect(summaryOfStart({ card: { Total: '5.00' } }, 'ach')).toEqual({})
    expect(summaryOfStart(null, 'ach')).toEqual({})
  })

  it('B119 name the page’s own address to return to, without the parameters of an earlier return', () => {
    expect(returnUrl('http://larder/order/5/invoice?from=list')).toBe(
      'http://larder/order/5/invoice?from=list',
    )
    expect(
      returnUrl(
        'http://larder/order/5/invoice?redirect_status=failed&payment_intent=pi_1&from=list&payment_intent_client_secret=s',
      ),
    ).toBe('http://larder/order/5/invoice?from=list')
  })
})

it('a refund shows its progress and its reason, and no refund is no line', () => {
  const refund = { amount: '20.00', status: 'succeeded', reason: 'requested_by_customer', created_date: '' }
  expect(showMoneyBack([refund, { amount: '5.00', created_date: '' }])).toBe(
    '20.00, succeeded, requested by customer; 5.00',
  )
  expect(showMoneyBack([])).toBeNull()
  expect(showMoneyBack(null)).toBeNull()
})
