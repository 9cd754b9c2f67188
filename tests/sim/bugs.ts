/** Bugs planted around the real code, to see that the checks find them. */
import type { Environment } from '#src/api/environment.ts'
import type { Tab } from './device.ts'
import type { Answer, Message } from './network.ts'
import type { SimServer } from './server.ts'
import type { Sim } from './sim.ts'
import type { Meddle } from './storage.ts'

export interface PlantedBug {
  name: string
  /** What it stands for, in a few words. */
  words: string
  meddle?: Meddle
  environment?(env: Environment, tab: Tab): void
  request?(input: string, init: RequestInit, tab: Tab): RequestInit
  answered?(answer: Response, input: string, tab: Tab): Response | Promise<Response>
  serve?(serve: () => Promise<Answer>, message: Message, sim: Sim): Promise<Answer>
  database?(server: SimServer): Promise<unknown>
  mend?(server: SimServer): Promise<unknown>
}

export const BUGS: PlantedBug[] = []
