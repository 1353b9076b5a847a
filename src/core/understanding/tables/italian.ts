import type { LanguageTable } from '../lexicon/language-table.ts'
import { spacedWords, withoutMarks } from '../lexicon/spaced-words.ts'

/** Italian. Without accents "è" and "e" are one word, and so are "sì" and "si": neither decides anything. */
export const ITALIAN: LanguageTable = {
  normalise: (text) => spacedWords(text, withoutMarks),
  dropsPronouns: true,
  negatedByNo: [],
  words: {
    yes: 'sì, sì sì, certo, certamente, esatto, esattamente, giusto, sicuro, sicuramente, come no, eh sì, proprio così, senz altro, corretto, naturalmente, assolutamente sì, sissignore, sissignora, ma certo',
    agreed: 'ok, okay, va bene, d accordo, va benissimo, perfetto, intesi, occhei, per me va bene',
    understood: 'capito, ho capito, chiaro, inteso',
    no: 'no, ma no, macché, per niente, affatto, niente affatto, assolutamente no, certo che no, no no, per carità, nient affatto, credo di no, direi di no',
    neg: 'non, mica, neanche, nemmeno, neppure, mai, non più',
    none: 'niente, nulla, nessuno, nessun, nessuna, senza, alcun, alcuno, alcuna',
    nor: 'né, o, oppure',
    well: 'bene, benissimo, benone, buon(o|a), meglio, discretamente, ottimamente, ottim(o|a), content(o|a), tranquill(o|a), san(o|a), san(o|a) e salv(o|a), in forma, in gamba, in piedi, svegli(o|a), alzat(o|a), al sicuro, a posto, in salute, felice, magnificamente, splendidamente, alla grande, serena, sereno, in piena forma, sveglissim(o|a), viv(o|a), comod(o|a), normale, lucid(o|a)',
    fine: 'tutto bene, tutto a posto, tutto ok, tutto apposto, apposto, va tutto bene, è tutto a posto, sta andando tutto bene, tutto okay, tutto tranquillo, tutto benissimo, tutto in ordine, tutto perfetto, tutto regolare, tutto normale, non c è male, non ce male, non male, mica male, niente male, non mi lamento, non mi posso lamentare, non posso lamentarmi, nessun problema, nessuna novità, niente di grave, non c è problema, non c è nessun problema, non ci sono problemi, non è successo niente, non è successo nulla, stiamo bene, stiamo tutti bene, non potrei stare meglio, mai stat(o|a) meglio, non ho problemi, non ho nessun problema, si tira avanti, si va avanti, non si preoccupi, non ti preoccupare, non vi preoccupate, non preoccupatevi, non preoccuparti, le cose vanno bene, va bene tutto, qui tutto bene, tutte cose buone, non c è niente che non va, bene o male tutto bene',
    cry: 'aiutatemi, aiutami, mi aiuti, mi aiutate, mi aiuta, mi puoi aiutare, aiutarmi, aiutateci, aiutaci, aiutarci, mi può aiutare, mi potete aiutare, qualcuno mi aiuti, soccorretemi, soccorso, pronto soccorso, salvatemi, salvami, sos, help, emergenza, è un emergenza, mi serve una mano, mi dia una mano, datemi una mano, dammi una mano, mi dai una mano, mi date una mano, non lasciatemi sol(o|a), non lasciarmi sol(o|a), non mi lasci sol(o|a), non mi lasciate, voglio morire, vorrei morire, sto per morire, muoio, sto morendo, non ce la faccio, non ce la faccio più, non ce la fa, non ne posso più, non so dove sono, non so dove mi trovo, dove sono, non so più dove sono, non so cosa fare, non so che fare, portatemi via, portatemi in ospedale, mi porti in ospedale, portami in ospedale, portatemi all ospedale, al fuoco, al ladro, aiuto aiuto, non mi sveglio, mi farei del male, voglio farla finita, ammazzarmi, uccidermi, togliermi la vita, tiratemi su, tirami su, tiratemi fuori, non respira, non risponde più, non si sveglia, non si muove, ho bisogno, ne ho bisogno, ho bisogno di lei, ho bisogno di te, di voi ho bisogno',
    help: 'aiuto, un aiuto, assistenza, una mano, aiutare, aiutarla, soccorsi, soccorrere',
    need: 'ho bisogno di, ho bisogno d, abbiamo bisogno di, ho bisogno che, avrei bisogno di, avrei bisogno d, mi serve, mi servono, mi servirebbe, mi occorre, bisogna, c è bisogno di, c è bisogno d, bisogno di, bisogno d, ci vuole, ci vorrebbe, avevo bisogno di, mi occorrono, serve, servono, occorre',
    you_need:
      'ha bisogno di, ha bisogno d, hai bisogno di, hai bisogno d, avete bisogno di, le serve, ti serve, vi serve, avesse bisogno di, ha chiesto, hai chiesto, ha detto, desidera, le occorre, vuole, vuoi, volete, di cosa ha bisogno',
    no_need:
      'non serve, non servono, non occorre, non c è bisogno, non ce n è bisogno, non ne ho bisogno, non ho bisogno, non mi serve, non c è bisogno di, non fa niente, non è necessario, non importa, non abbiamo bisogno, non serve niente, non mi occorre, senza bisogno di, non ho nessun bisogno di, non ho nessun bisogno',
    want: 'voglio, vorrei, volevo, desidero, vogliamo, vorremmo, ho chiesto, cerco, chiedo, chiedevo, ho chiamato, posso avere, potrei avere, dov è, dove è',
    service:
      'ambulanza, un ambulanza, l ambulanza, dottore, medico, dottoressa, ospedale, polizia, carabinieri, pompieri, vigili del fuoco, infermier(a|e), croce rossa, tre zeri, 000, 118, 112, guardia medica, un dottore, un medico, il dottore, il medico, paramedici',
    person:
      'figli(o|a), figli, marito, moglie, fratello, sorella, nipote, nipoti, vicin(o|a), vicini, mamma, papà, madre, padre, qualcuno, amic(o|a), cugin(o|a), nuora, genero, famiglia, badante, suocera, cognat(o|a), prete',
    fetch:
      'chiam(a|i|ate), chiamami, chiamatemi, chiamare, mi chiami, mi chiama, chiamat(e|i), mand(a|i|ate), mandatemi, mandami, mi mandi, mi mandate, mandare, avvert(i|a|ite), avvisa, avvisi, avvisate, avvisare, telefon(a|i|ate), telefonare, dica a, dite a, dillo a, dì a, fate venire, faccia venire, fai venire, portami, portatemi, passami, passatemi, mi passi, cercate, trovate, trova, contatt(a|i|ate), chiamassi',
    come: 'vien(i|ga|e), venite, venga qualcuno, correte, corra, corri, venire, vengano, sbrigatevi, si sbrighi, sbrigati, presto, fate presto, faccia presto, subito qui, venisse, vieni qui, venga qui, venite qui, (venite|venga|vieni|correte|vengano) subito',
    vital:
      'alzarmi, alzare, respirare, respiro, muovermi, muovere, muovo, mi muovo, camminare, cammino, vedere niente, vedo niente, ci vedo, ci vedo più, deglutire, parlare, mangiare, mangio, bere, dormire, dormo, tirarmi su, rialzarmi, mi alzo, alzarsi, mettermi in piedi, stare in piedi, reggermi, mi reggo in piedi, mi reggo, sento le gambe, sento la gamba, sento il braccio, sento la mano, sento più le gambe, uscire, scendere, arrivare al telefono, arrivare in bagno, sentire le gambe, rimettermi in piedi, prendere fiato, trovo la porta, mi ricordo niente, ricordo niente, ricordo chi sono, sollevarmi, salire, aprire la porta, svegliarla, svegliarlo, svegliare, uscire dal bagno, uscire dalla vasca, smettere di tremare, smettere di vomitare',
    can: 'posso, riesco a, riesco ad, riesco, potevo, riesco più a, riesco più ad, posso più, potrei, riusciva a, riuscito ad, riuscita ad, ce la faccio a, ce la faccio ad, ce la faccio più a, sono capace di, sono in grado di, più, può, può più, riesce ad, riesce a, riesce più a',
    unable:
      'fatico a, fatico ad, faccio fatica a, faccio fatica ad, difficoltà a, difficoltà ad, ho difficoltà a, stento a, a stento, a malapena, a fatica, con difficoltà, fa fatica a, difficile, fa fatica ad',
    perceive:
      'sento, la sento, ti sento, vi sento, sentire, sentirla, capisco, ho sentito, ho capito bene, capire, sentito, la capisco, ti capisco, sentivo, ho capito la domanda, ho capito niente, capito niente, si sente, si sente bene, si sente niente, capisco niente, si capisce, sento niente, ho sentito niente, ho sentito bene, sento bene, capito bene, capito la domanda, capito cosa, ho capito cosa, ci sento',
    ill: 'male, mal(e|issimo), malat(o|a), malissimo, peggio, pessim(o|a), pessimamente, dolore, dolori, fa male, fanno male, mi fa male, mi fanno male, mal di testa, mal di pancia, mal di schiena, mal di stomaco, mal di petto, mal di gola, mal di denti, cadut(o|a), cascat(o|a), caduta, scivolat(o|a), inciampat(o|a), svenut(o|a), sto svenendo, svenire, svengo, per terra, a terra, sul pavimento, in terra, rott(o|a), frattura, fratturat(o|a), ferit(o|a), sangue, sanguin(o|a), sanguinando, perdo sangue, febbre, vomito, vomitato, vomitando, nausea, diarrea, gira la testa, mi gira la testa, la testa mi gira, giramenti, giramenti di testa, vertigini, capogiri, capogiro, debole, debolissim(o|a), debolezza, confus(o|a), confusione, pers(o|a), mi sono pers(o|a), paura, spaventat(o|a), terrorizzat(o|a), angoscia, ansia, panico, infarto, ictus, tachicardia, palpitazioni, cuore, petto, fiato, affanno, fiatone, soffoco, soffocando, sto soffocando, soffoc(o|a), mi manca il respiro, mi manca l aria, manca il respiro, manca l aria, senza fiato, non mi sento bene, brucia, bruciata, bruciat(o|a), ustionat(o|a), fuoco, incendio, fumo, gas, ladr(o|i), ladro, un estraneo, un uomo in casa, qualcuno in casa, qualcuno è entrato, sono entrati, rapinat(o|a), bloccat(o|a), intrappolat(o|a), chius(o|a) fuori, chius(o|a) dentro, incastrat(o|a), incidente, male al petto, stordit(o|a), tremo, tremando, i brividi, brividi, svenimento, collasso, collassat(o|a), mort(o|a), è morto, è morta, mort(e|i), avvelenat(o|a), avvelenamento, overdose, influenza, polmonite, infezione, grave, terribile, terribilmente, orribile, disperat(o|a), sol(o|a) e ho paura, depress(o|a), pericolo, in pericolo, nei guai, guai, qualcosa non va, c è qualcosa che non va, qualcosa che non va, uno schifo, da schifo, da cani, poco bene, giù, giù di morale, indispost(o|a), a pezzi, gonfi(o|a), slogat(o|a), fitta, fitte, crampi, crampo, convulsioni, crisi, uno strappo, paralizzat(o|a), non vedo più, allagat(o|a), allagamento, sbattuto la testa, battuto la testa, picchiato la testa, tagliat(o|a), farmi male, fatt(o|a) male, sto poco bene, mi sento mancare, mancare, mancamento, ricoverat(o|a), in ospedale, all ospedale, esaust(o|a), sfinit(o|a), malore, soffro, soffre, in fin di vita, acciaccat(o|a), malandat(o|a), malconci(o|a), malaticci(o|a), rimast(o|a) chius(o|a), chius(o|a) in',
    took: 'pres(o|a|i|e), ho pres(o|a|i|e), le ho pres(o|a|i|e), l ho pres(o|a|i|e), li ho pres(o|a|i|e), già pres(o|a|i|e), ingoiat(o|a|i|e), inghiottit(o|a|i|e), assunt(o|a|i|e), bevut(o|a|i|e), mandat(o|a) giù, fatt(o|a|i|e), già fatto, finit(o|a), fatto fatto, ho già fatto, l ho fatto, le ho finite, buttat(o|a) giù, ingerit(o|a|i|e), mess(o|a|e) le gocce, fatta l insulina, prese tutte, prese tutte e due, prese tutte e tre',
    take: 'prendo, prendere, prenderle, prenderla, prenderlo, prenderli, la prendo, le prendo, lo prendo, li prendo, sto prendendo, prendendo, prendendole, devo prenderle, mi prendo, piglio, pigliare, assumo',
    will_take:
      'prenderò, le prenderò, la prenderò, lo prenderò, li prenderò, sto per prendere, sto per prenderle, sto per prenderla, sto per prenderlo, devo prendere, devo ancora prendere, devo ancora prenderle, devo ancora prenderla, devo ancora prenderlo, adesso le prendo, adesso la prendo, adesso lo prendo, adesso prendo, ora le prendo, ora la prendo, ora lo prendo, subito le prendo, vado a prenderle, vado a prenderla, vado a prendere, le prendo adesso, le prendo subito, la prendo adesso, la prendo subito, le prendo ora, la prendo ora, lo prendo adesso, lo prendo subito, le devo prendere, la devo prendere, lo devo prendere, le devo ancora prendere, la devo ancora prendere',
    medicine:
      'medicin(a|e), medicinale, medicinali, pastigli(a|e), pillol(a|e), compress(a|e), farmac(o|i), gocce, insulina, antibiotico, capsul(a|e), sciroppo, puntura, pasticca, pasticche, dose, cura, quella della pressione, quelle della pressione, della pressione, per la pressione, per il cuore, per il diabete, terapia',
    not_yet:
      'non ancora, ancora no, ancora niente, non ancora no, no non ancora, ancora non, non le ho ancora prese, non l ho ancora pres(o|a), non ho ancora preso, mi manca ancora, manca ancora, non ancora fatto',
    later:
      'dopo, più tardi, fra poco, tra poco, fra un po, tra un po, tra un attimo, fra un attimo, tra un minuto, fra un minuto, tra cinque minuti, fra cinque minuti, tra dieci minuti, fra dieci minuti, tra mezz ora, fra mezz ora, tra un ora, fra un ora, dopo mangiato, dopo colazione, dopo pranzo, dopo cena, dopo il caffè, stasera, a pranzo, a cena, a colazione, in seguito, quando ho finito, dopo aver mangiato, prima mangio, più in là, poi, quando mi alzo, un altro momento, non adesso, non ora, adesso no, ora no, tra un momento, fra un momento, un po più tardi, con la colazione, con il pranzo, con la cena',
    forgot:
      'dimenticat(o|a), mi sono dimenticat(o|a), me ne sono dimenticat(o|a), ho dimenticato, scordat(o|a), mi sono scordat(o|a), me ne sono scordat(o|a), me lo sono dimenticat(o|a), me la sono dimenticat(o|a), me le sono dimenticate, me l ero dimenticat(o|a), passato di mente, mi è passato di mente, mi sono dimenticat(o|a) di, l ho dimenticat(o|a), le ho dimenticate, me le sono scordate, me lo sono scordat(o|a), me ne ero dimenticat(o|a)',
    too_much:
      'tropp(o|a|i|e), due volte, doppia, il doppio, di più del dovuto, doppia dose, tre volte, tutta la scatola',
    wrong: 'sbagliat(o|a|i|e), quelle di mio marito, quelle di mia moglie, per sbaglio, per errore, scadut(o|a|e|i)',
    who: 'chi è, chi parla, chi sei, chi siete, con chi parlo, con chi sto parlando, chi sta parlando, chi mi chiama, chi chiama, chi è lei, da dove chiama, da dove chiamate, cosa vuole, cosa vuoi, cosa volete, che vuole, che vuoi, che volete, che cosa vuole, perché chiama, perché mi chiama, perché mi chiamate, di che si tratta, di cosa si tratta, lei chi è, ma chi è, ma chi parla, chi ti manda, sei un robot, è un robot, è una macchina, è una truffa, chi la manda, chi le ha dato il mio numero, chi ti ha dato il numero, come ha avuto il mio numero, non la conosco, non vi conosco, non ti conosco, cos è cooee, che cos è cooee, chi è cooee, per chi lavora, chi desidera, cosa vendete, cosa vende, chi diavolo è, è una registrazione, con chi ho il piacere, ma chi è lei, ma lei chi è, ma chi sei, ma cosa vuole, ma chi siete',
    pardon:
      'come, come ha detto, come dice, come hai detto, cosa, che cosa, cosa ha detto, che ha detto, cosa hai detto, che hai detto, che dice, cosa dice, cosa dici, può ripetere, puoi ripetere, ripeta, ripeti, ripetete, me lo ripete, potrebbe ripetere, ripetere, prego ripeta, parli più forte, parla più forte, più forte, parli più piano, più piano, più lentamente, parli più lentamente, più lento, eh, non si sente niente, sono sord(o|a), sono un po sord(o|a), scusi non ho capito, di nuovo, ancora una volta, un altra volta, può parlare più forte, può parlare più piano, la linea è disturbata, linea disturbata, che devo fare, cosa devo fare, che devo premere, cosa devo premere, quale tasto, che numero devo premere, alzi la voce, alza la voce, non ho l apparecchio acustico, ci sento poco, come scusi, cosa scusi, non so cosa dire, che significa, cosa significa, che vuol dire, cosa vuol dire',
    greeting:
      'pronto, buongiorno, buon giorno, buonasera, buona sera, salve, buon pomeriggio, buondì, chi c è, c è qualcuno, sono qui, eccomi, sono io, sì pronto, mi dica, dica, dimmi, parli pure, dica pure, ascolto, sto ascoltando, ci sono, sono sempre qui, presente',
    ask_back:
      'e lei, e tu, e voi, come sta, come stai, come state, lei come sta, tu come stai, come va, come va la vita, e lei come sta, e tu come stai, voi come state, tutto bene da lei, e a lei, che mi dice, che si dice, come andiamo, spero anche lei, anche lei, anche a lei',
    thanks:
      'grazie, grazie mille, mille grazie, tante grazie, grazie tante, la ringrazio, ti ringrazio, vi ringrazio, ringrazio, grazie infinite, molte grazie, grazie a dio, ringraziando il signore, ringraziando dio, grazie al cielo, grazie a lei, grazie a te, grazie a voi, grazie di cuore, grazie di tutto, per la chiamata, per la telefonata, per aver chiamato, di aver chiamato, per avermi chiamato, di avermi chiamato, per il pensiero, del pensiero, molto gentile, è molto gentile, gentilissim(o|a), troppo gentile, è gentile, sei gentile, che gentile, dio ti benedica, dio la benedica, grazie per avermelo ricordato, per avermelo ricordato, di avermelo ricordato',
    please:
      'per favore, per piacere, per cortesia, per carità di dio, vi prego, ti prego, la prego, prego, sia gentile, fammi il favore, mi faccia il favore',
    sorry: 'scusi, scusa, scusate, mi scusi, mi dispiace, perdoni, pardon, mi spiace, chiedo scusa, scusatemi',
    bye: 'ciao, arrivederci, arrivederla, a presto, a domani, ci sentiamo, a dopo, addio, ciao ciao, buona giornata, buona serata, buona notte, buonanotte, stammi bene, stia bene, ci vediamo, buona domenica, alla prossima, buon lavoro, un bacio, baci, un abbraccio',
    dear: 'figlia mia, figlio mio, figli miei, amore mio, nipote mia, nipote mio, amica mia, amico mio',
    filler:
      'ecco, guardi, guarda, senta, senti, sa, sai, insomma bene, beh, be, bé, vabbè, comunque, cara, caro, cari, tesoro, bella, bello, signora, signore, signorina, gioia, amore, bimba, per fortuna, fortunatamente, veramente, davvero, proprio, tranne niente, dai, ma sì, ah ecco, oh, ah, cooee, madonna mia, santo cielo, grazie al signore, grazie a gesù',
    hesitation:
      'ehm, mmm, mm, uhm, um, hm, em, allora, dunque, vediamo, mi faccia pensare, aspetti un attimo, un attimo, un momento che ci penso, cioè, diciamo',
    chat: 'sto mangiando, sto facendo colazione, sto guardando la tv, sto guardando la televisione, guardo la tv, sto cucinando, sto leggendo, sto lavando i piatti, sto bevendo il caffè, sto facendo il caffè, sono in giardino, sono a casa, in giardino, in cucina, sono in cucina, sono a letto, ho mangiato, ho fatto colazione, ho dormito bene, ho dormito, ho dormito benissimo, mi sono alzat(o|a), mi sono appena alzat(o|a), mi sono svegliat(o|a), mi sono appena svegliat(o|a), ho bevuto il caffè, ho preso il caffè, preso il caffè, ho già mangiato, bella giornata, fa caldo, fa freddo, c è il sole, piove, riposando, sto riposando, stavo dormendo, dormivo, ho pranzato, ho cenato, sto uscendo, ero in bagno, ero in giardino, ero fuori, annaffio le piante, sono appena tornat(o|a), prendo il caffè, sto prendendo il caffè',
    i: 'io, sto, sono, ho, mi sento, l ho, le ho, li ho, lo ho, ce l ho, mi, noi, abbiamo, siamo, stiamo, ci sentiamo bene, mi trovo, me la cavo, vado, mi sono, me ne sono, ne ho',
    me: 'me, a me',
    you: 'tu, lei si, stai, hai, sei, voi, state, avete, ti senti, si senta, te',
    third: 'sta, ha, lui ha',
    other: 'lei, lui, loro, essa, hanno, stanno, suo, sua',
    much: 'molto, tanto, abbastanza, proprio bene, un po, poco, così, davvero molto, parecchio, assai, piuttosto, del tutto, granché, particolarmente, esattamente bene, veramente bene, al cento per cento, al massimo, tutt altro che',
    glue: 'e, il, lo, la, i, gli, le, l, un, uno, una, di, d, a, ad, al, alla, allo, ai, all, da, dal, dalla, in, nel, nella, nell, con, su, sul, sulla, per, che, è, c, ci, mio, mia, miei, mie, mi hanno, questa, questo, queste, questi, quest, oggi, adesso, ora, stamattina, stasera no, ieri, qui, qua, già, appena, anche, ancora, sempre, solo, sola, tutto, tutte, tutti, tutta, tutte e due, tutti e due, del, dello, della, delle, dei, degli, stamani, questa mattina, mattina, va, vanno, cose, n, dell, come sempre, come al solito, al momento, per ora, per adesso, in questo momento, finora, casa, a casa, sera, prima, poco fa, un ora fa, due ore fa, alle otto, regolarmente, quella, quelle, quello, quelli, mie medicine, cosa mia, niente paura, subito',
    but: 'ma, però, tuttavia, perché, anche se, eccetto, tranne, a parte, finché, solo che, ma però, soltanto che, senonché, siccome',
    if: 'se, quando, nel caso, qualora, casomai, caso mai, in caso di',
    asks: 'vero, no vero, giusto vero, sa dirmi, sapete',
    maybe:
      'forse, può darsi, magari, credo, penso, non so, non lo so, boh, chissà, probabilmente, insomma, così così, mah, dipende, suppongo, spero, si spera, mi pare, sembra, mi sembra, credo di sì, penso di sì, direi di sì, più o meno, quasi, a volte, ogni tanto, sì e no, abbastanza male, ni, tiriamo avanti, si fa quel che si può, bene o male, non saprei, non ricordo, non mi ricordo, non sono sicur(o|a), solo una, solo uno, metà, una sola, domani, ieri sera, da ieri',
  },
  speakers: {
    machine:
      'lasciate un messaggio, lasci un messaggio, lascia un messaggio, lasciare un messaggio, lasciare il messaggio, lasciate il vostro messaggio, lasci il suo messaggio, dopo il segnale acustico, dopo il segnale, dopo il bip, dopo il beep, dopo il tono, segreteria telefonica, la segreteria, risponde la segreteria, casella vocale, messaggio vocale, non siamo in casa, non sono in casa, in questo momento non posso rispondere, non possiamo rispondere, non posso rispondere, la richiameremo, vi richiameremo, ti richiamo appena possibile, vi richiamo, la richiamerò, richiamerò, richiamate più tardi, richiami più tardi, l utente, il cliente da lei chiamato, la persona chiamata, non è raggiungibile, non raggiungibile, non è al momento raggiungibile, numero selezionato, numero da lei selezionato, il numero chiamato, è inesistente, prema, premete, premi, digiti, digitare, digita, digitate, il tasto cancelletto, la sua chiamata, la vostra chiamata, operatori sono occupati, tutti gli operatori, rimanga in linea, rimanete in linea, attendere in linea, attenda in linea, in caso di emergenza, sarà registrata, verrà registrata, menu principale, offerta esclusiva, oppure dica, o dica solo',
    screening:
      'dica il suo nome, registri il suo nome, dire il nome, dica nome e motivo, motivo della chiamata, il motivo della chiamata, filtro chiamate, assistente virtuale, filtra le chiamate, prima di passare la chiamata',
    reception:
      'come posso aiutarla, come posso aiutarvi, in cosa posso aiutarla, come la posso aiutare, posso aiutarla, come posso esserle utile, in che posso esserle utile, buongiorno reception, reception, centralino, a chi la passo, chi devo annunciare',
    hold: 'un momento, un attimo solo, aspetti, aspetta, attenda, attenda un attimo, un secondo, un secondo solo, un momento solo, resti in linea, la passo, gliela passo, glielo passo, te la passo, te lo passo, vado a chiamarla, vado a chiamarlo, la chiamo subito, rimanga lì, aspetti un momento, aspetti un attimo, aspetta un attimo',
  },
  refusals: {
    all: 'basta, ferma, fermatevi, cancellatemi, lasciatemi in pace, mi lasci in pace, lasciami in pace, non contattatemi più, non mi contatti più, non mi contattate più, non disturbatemi più, non mi disturbi più, toglietemi dalla lista, mi tolga dalla lista, cancellate il mio numero, cancelli il mio numero, disiscrivimi, disiscrivetemi',
    calls:
      'non chiamatemi più, non mi chiamate più, non mi chiami più, non mi chiamare più, non chiamarmi più, non chiamate più, non chiami più, smettete di chiamarmi, smetta di chiamarmi, smettila di chiamarmi, basta chiamate, basta telefonate, basta con queste telefonate, basta con queste chiamate, non voglio più chiamate, non voglio più telefonate, non voglio essere chiamat(o|a), non telefonatemi più, non mi telefonate più, non mi telefoni più, non voglio più essere chiamat(o|a), niente più chiamate, niente più telefonate, non voglio che mi chiamate, non voglio queste chiamate',
    texts:
      'basta messaggi, niente messaggi, niente più messaggi, non scrivetemi più, non mi scrivete più, non mi scriva più, non mandatemi più messaggi, non voglio più messaggi, smettete di scrivermi',
  },
  digits: [
    'zero',
    'uno',
    'due',
    'tre',
    'quattro',
    'cinque',
    'sei',
    'sette',
    'otto',
    'nove',
    'cancelletto',
    'asterisco stella',
  ],
  aroundDigit: 'premo, ho premuto, schiaccio, il, lo, numero, tasto, scelgo, dico, la, opzione, è',
  everybody: 'entrambi, tutti e due, tutte e due, noi, stiamo, siamo, tutti quanti, tutti',
}
