import assert from 'node:assert/strict'

/** The controls of two screens in both languages, in their order; every control of every screen has a name. */
export function assertNamed(
  heard: ReadonlyMap<string, readonly string[]>,
  language: 'fr-FR' | 'en-GB',
): void {
  for (const [where, controls] of heard) {
    assert.ok(controls.length > 0, where)
    for (const control of controls) assert.match(control, / "./, `${where}: a ${control} without a name`)
  }
  assert.deepEqual(heard.get('/connexion'), SIGN_IN[language])
  const account = heard.get('/compte') ?? []
  const [first = '', last = ''] = [ACCOUNT[language].at(0), ACCOUNT[language].at(-1)]
  assert.deepEqual(account.slice(account.indexOf(first), account.indexOf(last) + 1), ACCOUNT[language])
}

const SIGN_IN = {
  'fr-FR': [
    'textbox "Adresse électronique"',
    'textbox "Mot de passe"',
    'button "Afficher"',
    'checkbox "Rester connecté sur cet appareil"',
    'button "Se connecter"',
    'link "Mot de passe oublié ?"',
    'link "S’inscrire"',
    'link "Vous habitez ici ? Voir ce qui se passe dans votre commune"',
    'button "English"',
    'link "Accessibilité : non conforme"',
  ],
  'en-GB': [
    'textbox "E-mail address"',
    'textbox "Password"',
    'button "Show"',
    'checkbox "Stay signed in on this device"',
    'button "Sign in"',
    'link "Forgot your password?"',
    'link "Sign up"',
    'link "Do you live here? See what is on in your commune"',
    'button "Français"',
    'link "Accessibility: non-compliant"',
  ],
}

/** Excludes the list of devices, whose number changes. */
const ACCOUNT = {
  'fr-FR': [
    'textbox "Nom et prénom"',
    'button "Enregistrer"',
    'button "Se déconnecter"',
    'button "Se déconnecter partout"',
    'radio "Jamais"',
    'radio "Chaque matin"',
    'radio "Chaque lundi"',
    'checkbox "Me prévenir aussitôt Un courriel quand plusieurs personnes signalent une publication, ou quand une alerte attend une décision. Six par heure au plus : le suivant résume les autres."',
    'switch "M’avertir dans cet onglet Une notification quand du travail arrive et que cet onglet, ouvert, n’est pas à l’écran. Elle dit combien, sans nommer personne."',
    'radio "Comme l’appareil"',
    'radio "Clair"',
    'radio "Sombre"',
    'radio "Français"',
    'radio "English"',
    'switch "Lignes serrées Plus de publications à l’écran."',
    'switch "Raccourcis d’une seule lettre À éteindre si vous dictez à voix haute."',
    'textbox "Mot de passe actuel"',
    'button "Afficher"',
    'textbox "Nouveau mot de passe"',
    'button "Afficher"',
    'checkbox "Fermer mes sessions sur les autres appareils"',
    'button "Changer le mot de passe"',
    'button "Activer"',
  ],
  'en-GB': [
    'textbox "Full name"',
    'button "Save"',
    'button "Sign out"',
    'button "Sign out everywhere"',
    'radio "Never"',
    'radio "Every morning"',
    'radio "Every Monday"',
    'checkbox "Tell me at once A mail when several people report a publication, or when an alert waits for a decision. Six an hour at most: the next one sums up the others."',
    'switch "Notify me in this tab A notification when work arrives while this tab is open and not on screen. It says how much, and names nobody."',
    'radio "As the device"',
    'radio "Light"',
    'radio "Dark"',
    'radio "Français"',
    'radio "English"',
    'switch "Dense rows More publications on the screen."',
    'switch "Single-letter shortcuts Switch them off if you speak to your computer."',
    'textbox "Current password"',
    'button "Show"',
    'textbox "New password"',
    'button "Show"',
    'checkbox "End my sessions on other devices"',
    'button "Change the password"',
    'button "Turn on"',
  ],
}
