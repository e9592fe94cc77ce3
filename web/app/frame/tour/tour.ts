import 'driver.js/dist/driver.css'
import './tour.css'
import { driver, type Driver, type DriveStep, type PopoverDOM } from 'driver.js'
import { finishTour } from '#contract/people/tour.ts'
import { call } from '../../../api/call.ts'
import { msg, type Text, type Translate } from '../../../i18n/texts.tsx'

interface Stop {
  /** Selector of the step's target. The step is skipped if the target is hidden, such as the sidebar on phones. */
  at: string
  side: 'beside' | 'below'
  title: Text
  words: Text
}

/** Steps in reading order, from the sidebar to the top bar. */
const stops: readonly Stop[] = [
  {
    at: '[data-tour="menu-button"]',
    side: 'below',
    title: msg('Your menu'),
    words: msg('Find campaigns, leads and clients here.'),
  },
  {
    at: '[data-tour="modules"]',
    side: 'beside',
    title: msg('Your modules'),
    words: msg('Campaigns, leads, visit outcomes and deliveries.'),
  },
  {
    at: '[data-tour="workspace"]',
    side: 'beside',
    title: msg('Your workspace'),
    words: msg('Add clients, manage them, and invite colleagues with the permissions they need.'),
  },
  {
    at: '[data-tour="looks"]',
    side: 'below',
    title: msg('Your preferences'),
    words: msg('Light or dark, English or Arabic. Saved on this device.'),
  },
  {
    at: '[data-tour="account"]',
    side: 'below',
    title: msg('Your account'),
    words: msg('Your password, two-factor authentication, devices and sign-out.'),
  },
]

function isVisible({ at }: Stop): boolean {
  const box = document.querySelector(at)?.getBoundingClientRect()
  return box !== undefined && box.width > 0 && box.right > 0 && box.left < window.innerWidth
}

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

const remember = (): void => void call(finishTour, { body: {} }).catch(() => undefined)

/** Runs the tour over all visible targets and saves it as seen however it ends. Escape ends it, arrows move (K033). */
export function leadThrough(t: Translate): void {
  const visibleStops = stops.filter(isVisible)
  if (visibleStops.length === 0) return
  const ending = new AbortController()
  const guide: Driver = driver({
    steps: visibleStops.map((stop) => stepOf(stop, t)),
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    overlayColor: '#0b0f17',
    overlayOpacity: 0.55,
    stagePadding: 6,
    stageRadius: 8,
    popoverOffset: 12,
    popoverClass: 'tour',
    disableActiveInteraction: true,
    // A click on the overlay does not end the tour.
    overlayClickBehavior: () => undefined,
    // The library's arrow keys do not support right-to-left languages.
    allowKeyboardControl: false,
    showButtons: ['next', 'previous', 'close'],
    nextBtnText: t('Next'),
    prevBtnText: t('Previous'),
    doneBtnText: t('Finish'),
    showProgress: true,
    progressText: '{{current}} / {{total}}',
    onPopoverRender: (popover) => dress(popover, guide, t),
    onHighlighted: (element) => {
      // The library marks the target as a popup button, which is wrong unless it is a button.
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls'])
        if (!element?.matches('button')) element?.removeAttribute(name)
    },
    onDestroyed: () => {
      ending.abort()
      remember()
    },
  })
  window.addEventListener('keydown', (event) => onKey(event, guide), { signal: ending.signal })
  guide.drive()
}

function stepOf({ at, side, title, words }: Stop, t: Translate): DriveStep {
  const beside = isRightToLeft() ? 'left' : 'right'
  return {
    element: at,
    popover: {
      title: t(title),
      description: t(words),
      side: side === 'beside' ? beside : 'bottom',
      align: side === 'beside' ? 'start' : 'center',
    },
  }
}

/** Replaces the library's texts: its close icon becomes a Skip tour button. */
function dress(popover: PopoverDOM, guide: Driver, t: Translate): void {
  const { closeButton, footer, nextButton, progress, title, wrapper } = popover
  wrapper.setAttribute('aria-modal', 'true')
  // Otherwise the library's header and footer elements would duplicate the page's landmarks.
  title.setAttribute('role', 'presentation')
  footer.setAttribute('role', 'presentation')
  closeButton.textContent = t('Skip tour')
  closeButton.removeAttribute('aria-label')
  closeButton.classList.add('driver-popover-footer-btn', 'tour-skip')
  closeButton.hidden = guide.isLastStep()
  footer.prepend(closeButton)
  wrapper.insertBefore(progress, wrapper.firstChild)
  // The library would focus its first button, which is Skip tour.
  requestAnimationFrame(() => nextButton.focus({ preventScroll: true }))
}

function onKey(event: KeyboardEvent, guide: Driver): void {
  const [forwards, backwards] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (event.key === 'Escape') guide.destroy()
  else if (event.key === forwards && guide.hasNextStep()) guide.moveNext()
  else if (event.key === backwards && guide.hasPreviousStep()) guide.movePrevious()
}
