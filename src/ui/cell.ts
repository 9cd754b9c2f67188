/** A value to subscribe to: only those who read the part of it that changes draw again. */
import { useSyncExternalStore } from 'react'

export interface Cell<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type ReadCell<T> = Pick<Cell<T>, 'get' | 'subscribe'>

const whole = (value: unknown) => value

/** Reads a cell, or a part of it. `select` must give the same object while that part has not changed. */
export function useCell<T>(cell: ReadCell<T>): T
export function useCell<T, S>(cell: ReadCell<T>, select: (value: T) => S): S
export function useCell<T>(cell: ReadCell<T>, select: (value: T) => unknown = whole): unknown {
  return useSyncExternalStore(cell.subscribe, () => select(cell.get()))
}
