import type { MantineThemeComponents } from '@mantine/core'
import type { MouseEvent } from 'react'
import styles from './components.module.css'

/** Default styles of the library's components; individual screens do not override them. */
export const componentDefaults: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 34 }, classNames: { root: styles.actionIcon } },
  Anchor: { defaultProps: { underline: 'hover' } },
  Alert: { classNames: { root: styles.alert, title: styles.alertTitle } },
  Button: { defaultProps: { size: 'sm' }, classNames: { root: styles.button } },
  Checkbox: { classNames: { input: styles.tick } },
  Radio: { classNames: { radio: styles.tick } },
  ColorSwatch: { classNames: { root: styles.swatch } },
  Combobox: { classNames: { dropdown: styles.dropdown, option: styles.option } },
  Drawer: { classNames: { title: styles.dialogTitle, close: styles.close } },
  FileButton: {
    defaultProps: {
      // A file that is chosen again, such as a corrected one, counts as a new one.
      inputProps: { onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => void (currentTarget.value = '') },
    },
  },
  Input: { classNames: { wrapper: styles.inputWrapper, input: styles.input } },
  InputWrapper: {
    defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    classNames: { label: styles.label, description: styles.description, error: styles.error },
  },
  Loader: { defaultProps: { type: 'oval' } },
  Menu: {
    // The placeholder is a focusable element, which a menu must not contain (ARIA, required owned elements).
    defaultProps: { shadow: 'md', offset: 6, position: 'bottom-end', withInitialFocusPlaceholder: false },
    classNames: { dropdown: styles.dropdown, item: styles.menuItem, label: styles.menuLabel },
  },
  Modal: {
    defaultProps: {
      radius: 'lg',
      centered: true,
      overlayProps: { backgroundOpacity: 1, color: 'var(--overlay)' },
      // K018. The curve covers most of the distance in the first third of the time.
      transitionProps: { duration: 500, timingFunction: 'cubic-bezier(0.16, 1, 0.3, 1)' },
      // The dialog's header element would otherwise count as a second banner landmark.
      attributes: { header: { role: 'presentation' } },
    },
    classNames: {
      title: styles.dialogTitle,
      content: styles.dialog,
      header: styles.dialogHeader,
      body: styles.dialogBody,
      close: styles.close,
    },
  },
  Paper: { classNames: { root: styles.paper } },
  Pill: { classNames: { root: styles.pill } },
  Popover: { defaultProps: { shadow: 'md' }, classNames: { dropdown: styles.dropdown } },
  SegmentedControl: {
    classNames: {
      root: styles.segmented,
      indicator: styles.segmentedIndicator,
      label: styles.segmentedLabel,
    },
  },
  Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  Skeleton: { classNames: { root: styles.skeleton } },
  Switch: { classNames: { track: styles.track } },
  Table: { classNames: { table: styles.table } },
  Tabs: { classNames: { tab: styles.tab, list: styles.tabList } },
  Tooltip: { defaultProps: { openDelay: 300, withArrow: false }, classNames: { tooltip: styles.tooltip } },
}
