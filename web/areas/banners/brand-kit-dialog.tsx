import { Button, ColorInput, Input, Select, Skeleton } from '@mantine/core'
import { readBrandKit, saveBrandKit, type ShownBrandKit } from '#contract/banners/banners.ts'
import { bannerFonts } from '#contract/banners/drawing.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { useFilled } from '../../shells/use-filled.ts'
import styles from './banners.module.css'
import { PictureButton } from './toolbar.tsx'
import { usePictures } from './use-pictures.ts'

/** Edits the colors, font and logo that a company's new banners start with. */
export function BrandKitDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const t = useT()
  const kit = useCall(readBrandKit, { params: { companyId } })
  const { answer, round, reload } = useFilled(kit)
  if (answer) return <KitForm key={round} companyId={companyId} kit={answer.data} onClose={onClose} onReload={reload} />
  return (
    <Dialog opened onClose={onClose} title={t('Brand kit')} size="md">
      {kit.error && !answer ? <FailureNote failure={kit.error} onRetry={kit.refetch} /> : <Skeleton height={220} />}
    </Dialog>
  )
}

type FormProps = { companyId: string; kit: ShownBrandKit; onClose: () => void; onReload: () => void }
type Values = Pick<ShownBrandKit, 'colors' | 'font' | 'logo_id'>

const labels = { colors: msg('Colors'), font: msg('Font'), logo_id: msg('Logo') }

function KitForm({ companyId, kit, onClose, onReload }: FormProps) {
  const t = useT()
  const save = useAction(saveBrandKit, { invalidates: [readBrandKit] })
  const { colors, font, logo_id, version } = kit
  const server = useServerForm<Values, { message: string }>({
    initialValues: { colors, font, logo_id },
    conflict: { onReload, labels },
    send: (values, overwriting) =>
      save.mutateAsync({ params: { companyId }, body: { ...values, version: String(overwriting ?? version) } }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog opened onClose={onClose} title={t('Brand kit')} form={server} submitLabel={t('Save brand kit')}>
      <div className={styles.fields} data-wide>
        <Select
          data-autofocus
          label={t('Font')}
          data={[...bannerFonts]}
          allowDeselect={false}
          {...form.getInputProps('font')}
        />
        <Colors form={form} />
        <Logo companyId={companyId} form={form} />
      </div>
    </FormDialog>
  )
}

type Form = ServerForm<Values>['form']

function Colors({ form }: { form: Form }) {
  const t = useT()
  const { colors } = form.values
  const setColors = (next: string[]): void => form.setFieldValue('colors', next)
  return (
    <>
      {colors.map((color, at) => (
        // Colors are identified only by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <ColorInput
          key={at}
          label={t('Color {number}', { number: at + 1 })}
          eyeDropperButtonProps={{ 'aria-label': t('Pick a color from the screen') }}
          value={color}
          error={form.errors[`colors.${at}`]}
          onChange={(value) => setColors(colors.with(at, value.toLowerCase()))}
        />
      ))}
      <div className={styles.pair}>
        <Button
          variant="default"
          size="xs"
          disabled={colors.length === 6}
          onClick={() => setColors([...colors, '#ffffff'])}
        >
          {t('Add color')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={colors.length === 1}
          onClick={() => setColors(colors.slice(0, -1))}
        >
          {t('Remove last color')}
        </Button>
      </div>
    </>
  )
}

function Logo({ companyId, form }: { companyId: string; form: Form }) {
  const t = useT()
  const { logo_id } = form.values
  const pictures = usePictures([], logo_id ? [logo_id] : [])
  const logo = logo_id ? pictures.get(logo_id) : undefined
  return (
    <>
      <div className={styles.pair}>
        <PictureButton
          companyId={companyId}
          label={t('Upload logo')}
          onAdded={({ id }) => form.setFieldValue('logo_id', id)}
        />
        {logo && <img className={styles.logo} src={logo} alt={t('Logo')} />}
      </div>
      {form.errors['logo_id'] && <Input.Error role="alert">{form.errors['logo_id']}</Input.Error>}
      {logo_id && (
        <Button variant="default" size="xs" onClick={() => form.setFieldValue('logo_id', null)}>
          {t('Remove logo')}
        </Button>
      )}
    </>
  )
}
