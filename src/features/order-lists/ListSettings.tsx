import { to } from '#src/paths.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { Switch } from '@mantine/core'
import classes from './customer-lists.module.css'
import type { ListDraft } from './list-draft.ts'
import { publicNameFormatted } from './public-list-columns.tsx'

interface ListSettingsProps {
  draft: ListDraft
  onChange: (part: Partial<ListDraft>) => void
}

/** Who sees a list: its customer, and anybody who opens its page. */
export function ListSettings({ draft, onChange }: ListSettingsProps) {
  const { saved } = draft
  return (
    <div className={classes.choices}>
      <div className={classes.switches}>
        <Switch
          label="Visible to the customer"
          size="md"
          checked={draft.visible}
          onChange={({ currentTarget: { checked } }) => onChange({ visible: checked })}
        />
        <Switch
          label="Anybody may open it"
          description={draft.visible ? undefined : 'A list that is not visible is closed to all.'}
          size="md"
          checked={draft.is_public}
          onChange={({ currentTarget: { checked } }) => onChange({ is_public: checked })}
        />
      </div>
      <LineInput
        label="Public name"
        maxLength={100}
        value={draft.public_name}
        onChange={(public_name) => onChange({ public_name })}
      />
      {saved?.is_public && saved.visible && saved.public_name !== '' && (
        <Link to={to.publicList(publicNameFormatted(saved.public_name))} className={classes.open}>
          Open its public page
        </Link>
      )}
    </div>
  )
}
