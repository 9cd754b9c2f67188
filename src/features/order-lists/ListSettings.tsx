import { to } from '#src/paths.ts'
import { Link } from '#src/kit/Link.tsx'
import { Switch, TextInput } from '@mantine/core'
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
      <TextInput
        label="Public name"
        size="md"
        maxLength={100}
        autoComplete="off"
        value={draft.public_name}
        onChange={({ currentTarget: { value } }) => onChange({ public_name: value })}
      />
      {saved?.is_public && saved.visible && saved.public_name !== '' && (
        <Link to={to.publicList(publicNameFormatted(saved.public_name))} className={classes.open}>
          Open its public page
        </Link>
      )}
    </div>
  )
}
