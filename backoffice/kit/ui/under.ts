import { type RefObject, useEffect, useRef } from 'react'

const MARGIN = 8
const GAP = 4
const TALLEST = 336
/** With less room than this below the field, and more above, the panel opens upwards. */
const ROOM = 220

/** A popover panel under a field, or above it near the end of the screen; as wide as the field. */
export function useUnder(
  field: RefObject<HTMLElement | null>,
  open: boolean,
): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = panel.current
    if (!open || !shown) return
    const place = () => {
      if (!field.current) return
      const at = field.current.getBoundingClientRect()
      // The height that an on-screen keyboard leaves free.
      const end = window.visualViewport?.height ?? window.innerHeight
      const [above, below] = [at.top, end - at.bottom]
      const upwards = below < ROOM && above > below
      shown.style.left = `${at.left}px`
      shown.style.width = `${at.width}px`
      shown.style.maxHeight = `${Math.min(TALLEST, (upwards ? above : below) - GAP - MARGIN)}px`
      shown.style.top = upwards ? 'auto' : `${at.bottom + GAP}px`
      shown.style.bottom = upwards ? `${window.innerHeight - at.top + GAP}px` : 'auto'
    }
    place()
    shown.showPopover()
    window.addEventListener('resize', place)
    window.visualViewport?.addEventListener('resize', place)
    document.addEventListener('scroll', place, true)
    return () => {
      shown.hidePopover()
      window.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, true)
    }
  }, [field, open])
  return panel
}
