import { useMatches } from '@tanstack/react-router'

/**
 * The screen that is shown, which is not yet that of the address while its code comes: whoever asks by the address alone
 * shows the old screen in the new house for a moment.
 */
export const useShownScreen = (): { readonly route: string; readonly pathname: string } =>
  useMatches({
    select: matches => {
      const last = matches.at(-1)
      return { route: last?.routeId ?? '', pathname: (last?.pathname ?? '').replace(/(.)\/$/, '$1') }
    },
    structuralSharing: true,
  })
