/** The version that this page was built from (`src/operation/backoffice/vite.ts`). */
declare const __PARVIS_VERSION__: string
