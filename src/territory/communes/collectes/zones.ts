/** Time zones of the overseas territories. All other communes have that of Paris. */
const BY_DEPARTEMENT: Readonly<Record<string, string>> = {
  '971': 'America/Guadeloupe',
  '972': 'America/Martinique',
  '973': 'America/Cayenne',
  '974': 'Indian/Reunion',
  '975': 'America/Miquelon',
  '976': 'Indian/Mayotte',
  '977': 'America/St_Barthelemy',
  '978': 'America/Marigot',
  '984': 'Indian/Kerguelen',
  '986': 'Pacific/Wallis',
  '987': 'Pacific/Tahiti',
  '988': 'Pacific/Noumea',
  // Clipperton has no IANA zone: eight hours behind UTC (the sign is POSIX's).
  '989': 'Etc/GMT+8',
}

/** Archipelagos with another time zone than the rest of their departement. */
const BY_CODE: Readonly<Record<string, string>> = {
  '98414': 'Antarctica/DumontDUrville',
  '98415': 'Indian/Mayotte',
  ...Object.fromEntries(
    ['98718', '98723', '98731', '98746', '98756', '98757'].map(code => [code, 'Pacific/Marquesas']),
  ),
  '98719': 'Pacific/Gambier',
}

const PARIS = 'Europe/Paris'
/** All of them. */
export const ZONES: readonly string[] = [
  ...new Set([PARIS, ...Object.values(BY_DEPARTEMENT), ...Object.values(BY_CODE)]),
]

export const fuseauOf = (commune: {
  readonly departement: string | null
  readonly code_insee: string | null
}): string => BY_CODE[commune.code_insee ?? ''] ?? BY_DEPARTEMENT[commune.departement ?? ''] ?? PARIS
