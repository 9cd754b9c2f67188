import { ItemCodePatch, type ItemCode } from '#contract/products/item-codes.ts'
import { can } from '#contract/permissions.ts'
import { isNotFound } from '#src/api/errors.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { fieldProblems } from '#src/kit/form/field-problems.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useFormSave } from '#src/kit/form/use-form-save.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useOfficeForm } from '#src/kit/form/use-office-form.ts'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'
import { usePhotoUpload } from '#src/kit/form/use-photo-upload.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SubmitButton } from '#src/ui/FormFoot.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { makePhoto } from '#src/device/make-photo.ts'
import { PhotoUpload } from '#src/kit/form/PhotoUpload.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import classes from './inventory.module.css'
import { changeItemCode, ITEM_CODE_CHANGED, itemCodeQuery } from './queries.ts'

/** `/itemcodes/{id}` (C010, C072, C073): the name and the picture of an item code. Online only. */
export function ItemCodeScreen({ code }: { code: string }) {
  const reading = useServerQuery(itemCodeQuery(code))
  return (
    <div className={classes.page}>
      <PageHead title={`Item code ${code}`} />
      <WhenRead
        reading={reading}
        missing={
          isNotFound(reading.failure) && (
            <EmptyState
              title="There is no such item code"
              action={<ButtonLink to={to.itemCodes()}>Go to the item codes</ButtonLink>}
            />
          )
        }
        waiting={<Skeleton height={240} radius="md" />}
      >
        {(value) => <ItemCodeForm code={code} value={value} />}
      </WhenRead>
    </div>
  )
}

function ItemCodeForm({ code, value }: { code: string; value: ItemCode }) {
  const { engine, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const go = useGo()
  const draft = `${engine.user.id}/itemcode/${code}`
  const form = useOfficeForm({
    name: draft,
    stored: { name: value.name, url: value.url },
    check: (values) => fieldProblems(ItemCodePatch, values),
  })
  const { name, url } = form.values
  const seen = useSeenRow(draft, value, form)
  const leave = () => go(to.itemCodes())
  const { ask, dialog } = useFormSave({
    form,
    seen,
    call: (client, body: { name: string; url: string }) => changeItemCode(client, code, body, seen.row),
    invalidates: ITEM_CODE_CHANGED,
    words: () => ({
      title: `Save item code ${value.item_code}?`,
      saved: 'The item code has been added/updated successfully',
      failed: 'There was an error while saving/updating the item code',
    }),
    onDone: leave,
  })
  const why = !can(person, 'catalogue.write')
    ? 'Only the office may change an item code.'
    : !serverReachable && 'This needs the server, which is not in reach. What you typed is kept.'
  const photo = usePhotoUpload(why, (address) => form.change({ url: address }))
  function cancel() {
    photo.giveUp()
    form.discard()
    leave()
  }
  return (
    <>
      {!serverReachable && <OfflineNote>The server is not in reach. What you typed is kept.</OfflineNote>}
      <OfficeForm
        form={form}
        aria-label="Item code"
        className={classes.form}
        onSave={() => !photo.notNow && ask({ name, url })}
      >
        <TextInput label="Name" size="md" maxLength={200} {...form.field('name')} />
        <TextInput label="Picture (url)" size="md" maxLength={2_000} {...form.field('url')} />
        <Picture url={url} name={name} />
        <PhotoUpload makePhoto={makePhoto} reason={why} onUrl={photo.onUrl} onUploading={photo.onUploading} />
        <div className={classes.buttons}>
          <Button onClick={cancel}>Cancel</Button>
          <SubmitButton reason={photo.notNow} />
        </div>
      </OfficeForm>
      <ProductsOf value={value} />
      {dialog}
    </>
  )
}

/** C151: the products of the code, by the names that this device knows of them. */
function ProductsOf({ value: { products, master_upc } }: { value: ItemCode }) {
  const { db } = useSignedIn().engine
  const known = useLiveQuery(() => db.products.bulkGet(products), [db, products])
  return (
    <section aria-label="Products">
      <h2>Products</h2>
      {products.length === 0 && <p className={classes.quiet}>No product has this item code.</p>}
      <ul className={classes.products}>
        {products.map((upc, at) => (
          <li key={upc}>
            <Link to={to.product(upc)} className={classes.link}>
              {known?.[at]?.name ?? upc}
            </Link>
            <span className={classes.quiet}>
              {known?.[at] && ` · ${upc}`}
              {upc === master_upc && ' · the one that customers see'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
