import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListState, SavedListName } from '#contract/views/saved-lists.ts'
import { changeSavedView, listSavedViews, removeSavedView, type SavedView } from '#contract/views/saved-views.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ConfirmAction } from '../../confirm-action.tsx'
import { notifyDone, notifyFailed } from '../../notify.tsx'
import { useViews, type Views } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'
import styles from './views.module.css'

/** `look`: what the list shows besides the parameters of the URL. */
type ViewsMenuProps = { list: SavedListName; look: ListState }
type Opened = 'add' | 'edit' | 'remove' | null

/** Opens, saves and changes the views of a list: the caller's own, and those that colleagues share. */
export function ViewsMenu({ list, look }: ViewsMenuProps) {
  const t = useT()
  const { companyId } = useMe()
  const views = useViews(list, look)
  const [dialog, setDialog] = useState<Opened>(null)
  const { view } = views
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            className={styles.button}
            leftSection={<IconBookmark size={16} stroke={1.75} />}
            rightSection={<IconChevronDown size={15} stroke={1.75} />}
          >
            <bdi className={styles.name}>{view?.name ?? t('Views')}</bdi>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          <ViewItems views={views} />
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('add')}>{t('Save as view')}</Menu.Item>
          {view?.is_own && <Menu.Item onClick={() => setDialog('edit')}>{t('Rename or share')}</Menu.Item>}
          {view?.is_own && <Menu.Item onClick={() => setDialog('remove')}>{t('Remove view')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {view && views.isChanged && <ChangedView list={list} views={views} view={view} />}
      {(dialog === 'add' || dialog === 'edit') && (
        <ViewDialog
          list={list}
          view={dialog === 'edit' ? view : undefined}
          state={views.state}
          onDone={views.name}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'remove' && view && (
        <ConfirmAction
          title={t('Remove the view {name}?', { name: isolate(view.name) })}
          confirmLabel={t('Remove view')}
          operation={removeSavedView}
          input={{ params: { companyId, list, id: view.id } }}
          invalidates={[listSavedViews]}
          onClose={() => setDialog(null)}
        >
          <p>{t('The list and its rows stay as they are. Colleagues lose the view, too, if you share it.')}</p>
        </ConfirmAction>
      )}
    </>
  )
}

function ViewItems({ views }: { views: Views }) {
  const t = useT()
  const ownViews = views.rows.filter(({ is_own }) => is_own)
  const others = views.rows.filter(({ is_own }) => !is_own)
  const item = (view: SavedView) => (
    <Menu.Item key={view.id} onClick={() => views.open(view)} aria-current={views.view?.id === view.id || undefined}>
      <bdi>{view.name}</bdi>
      {!view.is_own && <bdi className={styles.owner}>{view.owner_name}</bdi>}
    </Menu.Item>
  )
  return (
    <>
      {views.rows.length === 0 && <Menu.Label>{t('No saved views yet')}</Menu.Label>}
      {ownViews.length > 0 && <Menu.Label>{t('Your views')}</Menu.Label>}
      {ownViews.map(item)}
      {others.length > 0 && <Menu.Label>{t('Shared by colleagues')}</Menu.Label>}
      {others.map(item)}
    </>
  )
}

/** Says that the list shows something else than its view, which its owner can save; everybody can go back. */
function ChangedView({ list, views, view }: { list: SavedListName; views: Views; view: SavedView }) {
  const t = useT()
  const { companyId } = useMe()
  const save = useAction(changeSavedView, {
    invalidates: [listSavedViews],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  return (
    <span className={styles.changed} role="status">
      <span className={styles.note}>{t('View changed')}</span>
      {view.is_own && (
        <Button
          variant="default"
          size="compact-sm"
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { params: { companyId, list, id: view.id }, body: { state: views.state } },
              { onError: ({ message }) => notifyFailed(message) },
            )
          }
        >
          {t('Save')}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => views.open(view)}>
        {t('Reset')}
      </Button>
    </span>
  )
}
