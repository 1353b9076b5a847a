import { lines, type Sentences } from './sentences.ts'

/** What people say on the phone and write, as a recogniser or a thumb writes it; the table was written with these in view. */
export const ITALIAN: Sentences = {
  names: ['Maria Rossi', 'Lucia Rossi'],
  said: {
    fine: lines(`
      sto bene
      sto bene grazie
      sì sto bene
      tutto bene
      tutto a posto
      va tutto bene
      non c'è male
      non mi lamento
      sì grazie, sto benissimo
      no sto bene grazie
      no, non ho bisogno di aiuto, sto bene
      sto molto bene, e lei?
      bene grazie
      sono a posto
      tutto ok
      sono sveglia
      buongiorno, sto bene
      non male`),
    help: lines(`
      aiuto
      aiutatemi
      ho bisogno di aiuto
      sono caduta
      non sto bene
      non sto tanto bene
      non mi sento bene
      non riesco ad alzarmi
      non respiro
      mi fa male il petto
      chiama mia figlia
      chiamate un'ambulanza
      sono per terra
      mi gira la testa
      ho la febbre
      sto male
      c'è un ladro in casa
      ho preso troppe pillole
      ho preso la medicina sbagliata
      sì ma sono caduta
      mi puoi aiutare?
      puoi chiamare mio figlio?
      un dottore per favore
      va male
      non sento le gambe
      mi sono fatta male
      qualcuno mi aiuti
      non va bene`),
    taken: lines(`
      ho preso le medicine
      l'ho presa
      le ho già prese
      sì le ho prese
      già fatto
      sì, ho preso la pastiglia
      fatto`),
    not_yet: lines(`
      non ancora
      non l'ho ancora presa
      non le ho prese
      le prendo dopo
      più tardi
      mi sono dimenticata
      tra dieci minuti
      no, non ancora
      devo ancora prenderle
      ok le prenderò dopo`),
    yes: lines(`
      sì
      si
      certo
      va bene
      ok
      sì grazie
      sì sì
      esatto`),
    no: lines(`
      no
      no grazie
      non ho bisogno di aiuto
      no, non mi serve niente
      no no
      non ho bisogno di niente`),
    who_is_it: lines(`
      chi parla?
      chi è?
      ma chi è lei
      cosa vuole?
      pronto chi parla`),
    pardon: lines(`
      come?
      cosa ha detto?
      non ho capito
      non ho sentito bene
      può ripetere?
      parli più forte
      scusi?`),
    greeting: lines(`
      pronto
      pronto?
      buongiorno
      come sta?
      sì?
      buonasera`),
    unclear: lines(`
      non chiamate l'ambulanza, sto bene
      sì ma
      così così
      forse
      non sto male
      la vicina sta bene
      ho preso l'autobus
      ho bevuto il caffè
      sì per favore
      insomma
      non so
      stavo bene
      se sto bene
      mia figlia sta bene
      grazie
      per favore
      ehm
      I'm fine
      yes
      no bene
      penso di sì
      sto bene?`),
  },
  machines: lines(`
    lasciate un messaggio dopo il segnale acustico
    risponde la segreteria telefonica
    il cliente da lei chiamato non è al momento raggiungibile
    prema uno per parlare con un operatore
    in questo momento non posso rispondere, richiamerò appena possibile
    buongiorno reception, come posso aiutarla`),
  ours: lines(`
    Sta bene? Prema uno, o dica soltanto: sto bene. Se ha bisogno di aiuto, prema due.
    se ha bisogno di aiuto
    ha bisogno di aiuto?
    ha preso le medicine?`),
  before: lines(`
    ehm
    buongiorno
    allora
    guardi`),
  after: lines(`
    grazie
    grazie mille
    signora
    cara`),
  negations: [
    ['ho bisogno di aiuto', 'non ho bisogno di aiuto'],
    ['sono caduta', 'non sono caduta'],
    ['ho dolore', 'non ho dolore'],
    ['sono malata', 'non sono malata'],
    ['mi fa male', 'non mi fa male'],
    ['ho paura', 'non ho paura'],
    ['voglio un dottore', 'non voglio un dottore'],
  ],
  foreign: ['yes', 'fine', 'good', 'okay-dokey', 'sure', 'thanks', 'well', 'gracias', 'bien'],
}
