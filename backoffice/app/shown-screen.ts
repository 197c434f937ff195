import { useMatches } from '@tanstack/react-router'

/**
 * The screen that is shown. While the code of the next screen is loading, the address is already the next one: a frame chosen
 * by the address would show the old screen in the wrong frame for a moment.
 */
export const useShownScreen = (): { readonly route: string; readonly pathname: string } =>
  useMatches({
    select: matches => {
      const last = matches.at(-1)
      return { route: last?.routeId ?? '', pathname: (last?.pathname ?? '').replace(/(.)\/$/, '$1') }
    },
    structuralSharing: true,
  })
