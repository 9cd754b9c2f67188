import type { Product } from '#contract/products/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { Suspense, useState, type ComponentType } from 'react'
import type { Form } from './fields.tsx'
import classes from './products.module.css'

/** The dialog that chooses a product. It belongs to another feature, and the route passes it in. */
export interface SubstitutePickerProps {
  title: string
  onChoose: (product: Pick<Product, 'upc' | 'name'>) => void
  onClose: () => void
}

interface SubstitutesProps {
  form: Form
  /** The names of the stored substitutes. */
  names: readonly { upc: string; name: string }[]
  /** The product whose substitutes these are; a product cannot be its own substitute. */
  upc: string | null
  reachable: boolean
  Picker: ComponentType<SubstitutePickerProps>
}

/** C145: the products that may be sent in its place. The first is offered first. */
export function Substitutes({ form, names, upc, reachable, Picker }: SubstitutesProps) {
  const { values, change, problems } = form
  const upcs = values.acceptable_substitutions
  const [chosen, setChosen] = useState<readonly { upc: string; name: string }[]>([])
  const [isPicking, setPicking] = useState(false)
  const set = (acceptable_substitutions: string[]) => change({ acceptable_substitutions })
  const nameOf = (one: string) => [...names, ...chosen].find((known) => known.upc === one)?.name ?? one

  return (
    <section aria-label="Acceptable substitutions" className={classes.substitutes}>
      <h3>Acceptable substitutions</h3>
      {upcs.length === 0 && <p className={classes.quiet}>Nothing may be sent in its place yet.</p>}
      <ol>
        {upcs.map((one, at) => (
          <li key={one}>
            <span>
              {nameOf(one)} <span className={classes.quiet}>{one}</span>
            </span>
            {at > 0 && (
              <Button
                label={`Offer ${nameOf(one)} earlier`}
                onClick={() => set(upcs.toSpliced(at, 1).toSpliced(at - 1, 0, one))}
              >
                <IconArrowUp size={18} aria-hidden />
              </Button>
            )}
            <Button label={`Remove ${nameOf(one)}`} onClick={() => set(upcs.toSpliced(at, 1))}>
              <IconX size={18} aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
      {problems['acceptable_substitutions'] && (
        <p className={classes.problem} role="alert">
          {problems['acceptable_substitutions']}
        </p>
      )}
      <div>
        <Button
          icon={<IconPlus size={18} aria-hidden />}
          reason={!reachable && NEEDS_SERVER}
          onClick={() => setPicking(true)}
        >
          Add substitution
        </Button>
      </div>
      <Suspense>
        {isPicking && (
          <Picker
            title="Add substitution"
            onClose={() => setPicking(false)}
            onChoose={(product) => {
              setPicking(false)
              setChosen([...chosen, product])
              if (product.upc !== upc && !upcs.includes(product.upc)) set([...upcs, product.upc])
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
