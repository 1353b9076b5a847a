import type { Language } from '#core/languages/language.ts'
import { lines, type Said } from './sentences.ts'

/** Written after the tables, without a look at them: what the tables make of these says how they do with people. */
export const HELD_OUT: Readonly<Record<Exclude<Language, 'en-AU'>, Said>> = {
  it: {
    fine: lines(`
      sì sì tutto bene grazie
      io sto benissimo, grazie signorina
      ma sì, sto bene
      oggi sto meglio
      sto meglio, grazie
      non c'è nessun problema, sto bene
      tutto a posto qui, grazie per la telefonata
      sono in forma
      bene bene, e lei come sta?
      abbastanza bene, grazie
      buonasera, va tutto benissimo
      sì, mi sento bene
      mi sento molto meglio oggi
      grazie a Dio sto bene`),
    help: lines(`
      mi aiuti per favore
      sono scivolata in bagno
      mi sono rotta il polso
      non mi sento tanto bene oggi
      ho un forte dolore alla schiena
      ho tanta paura
      non riesco a muovere il braccio
      mi sento svenire
      sto perdendo sangue
      può chiamare mia nipote?
      per favore chiamate qualcuno
      mi serve un medico
      ho bisogno di mio figlio
      non mi reggo in piedi
      mio marito è caduto
      c'è puzza di gas
      sono rimasta chiusa in bagno
      ho mal di testa e vomito
      sto proprio male
      ho battuto la testa
      non ci vedo più
      ho preso due volte la pastiglia
      non sono tanto in forma
      venite subito
      mi manca il fiato
      oggi va peggio`),
    taken: lines(`
      sì sì, già presa
      l'ho presa stamattina
      ho già preso tutto
      le ho prese a colazione
      certo, le ho prese`),
    not_yet: lines(`
      no, me le sono dimenticate
      la prendo più tardi
      le prendo dopo pranzo
      non ancora, tra un po'
      adesso le prendo
      non le ho ancora prese
      le prendo fra mezz'ora`),
    yes: lines(`
      sì certo
      va bene signora
      ok grazie
      sì, grazie mille`),
    no: lines(`
      no grazie, non serve
      no, non ho bisogno di nulla
      no no grazie
      non mi serve aiuto`),
    who_is_it: lines(`
      ma lei chi è?
      scusi, chi parla?`),
    pardon: lines(`
      scusi, non la sento
      può parlare più piano?
      come ha detto scusi?`),
    greeting: [],
    unclear: lines(`
      mia sorella sta meglio
      insomma, si tira a campare
      dipende
      stavo guardando la partita
      se sto bene glielo dico
      bene ma un po' stanca
      ho preso il treno
      non lo so
      ieri stavo bene
      il dottore è venuto ieri`),
  },
  el: {
    fine: lines(`
      μια χαρά είμαι
      πολύ καλά είμαι σήμερα
      όλα καλά παιδί μου
      είμαι πολύ καλύτερα
      ναι, όλα μια χαρά, ευχαριστώ
      καλά, δόξα τω Θεώ
      αισθάνομαι καλά
      νιώθω πολύ καλά
      εγώ είμαι καλά, εσείς;
      καλησπέρα, είμαι καλά ευχαριστώ που πήρατε
      όχι, δεν θέλω τίποτα, είμαι καλά
      όλα εντάξει εδώ
      καλά είμαι κορίτσι μου
      δεν έχω κανένα πρόβλημα`),
    help: lines(`
      θέλω βοήθεια
      έχω πέσει κάτω
      γλίστρησα στο μπάνιο
      έσπασα το χέρι μου
      δεν νιώθω και πολύ καλά
      έχω πόνο στο στήθος
      δεν μπορώ να κουνήσω το πόδι μου
      σας παρακαλώ ελάτε
      πάρτε τηλέφωνο την κόρη μου
      φωνάξτε έναν γιατρό
      χρειάζομαι τον γιο μου
      θα λιποθυμήσω
      τρέχει αίμα
      μυρίζει γκάζι
      δεν αισθάνομαι καθόλου καλά
      πονάω πολύ
      ο άντρας μου έπεσε
      είμαι άρρωστη
      κλειδώθηκα έξω
      δεν βλέπω καλά
      πήρα δύο φορές το χάπι
      κάνω εμετό από το πρωί
      δεν αναπνέω καλά
      δεν είμαι στα καλά μου
      φοβάμαι πολύ
      όχι δεν είμαι καλά`),
    taken: lines(`
      ναι τα πήρα το πρωί
      το πήρα ήδη
      τα πήρα όλα
      μόλις το πήρα
      ναι, έχω πάρει τα χάπια μου`),
    not_yet: lines(`
      όχι, δεν το πήρα ακόμα
      θα το πάρω σε λίγο
      μετά το φαγητό
      ξέχασα να τα πάρω
      όχι ακόμη
      δεν τα έχω πάρει
      τώρα θα το πάρω`),
    yes: lines(`
      ναι βέβαια
      ναι, εντάξει
      μάλιστα, ευχαριστώ
      σωστά`),
    no: lines(`
      όχι δεν χρειάζεται
      όχι, δεν θέλω βοήθεια
      δεν χρειάζομαι τίποτα ευχαριστώ
      όχι όχι`),
    who_is_it: lines(`
      ποιος είναι στο τηλέφωνο;
      από πού τηλεφωνείτε;`),
    pardon: lines(`
      δεν σας ακούω καλά
      πιο αργά παρακαλώ
      συγγνώμη, τι είπατε;`),
    greeting: [],
    unclear: lines(`
      η αδερφή μου είναι καλά
      όχι και άσχημα
      τι να σου πω
      καλά αλλά κουρασμένη
      πήγα στην εκκλησία
      έβλεπα τηλεόραση
      αν ήμουν καλά
      χθες ήμουν καλά
      πήρα τηλέφωνο την κόρη μου χθες
      περίπου`),
  },
  cmn: {
    fine: lines(`
      我挺好的，谢谢关心
      一切正常
      我今天很好
      身体不错
      我很健康
      没什么问题
      都挺好
      我现在好多了
      早上好，我很好
      我好着呢
      放心吧，我没事
      没事没事
      我没有事，谢谢
      感觉很好`),
    help: lines(`
      我需要人帮忙
      我在浴室滑倒了
      我的手断了
      我今天不太舒服
      我背很痛
      快来人
      请打电话给我女儿
      麻烦你叫医生
      我起不来
      我动不了
      心跳得很快
      流了很多血
      我好像中风了
      闻到煤气味
      我老公晕倒了
      我吐了
      我很怕
      被锁在外面了
      眼睛看不清
      我呼吸不了
      吃了两次药
      快点来
      我觉得很难受
      身体不好
      没力气站起来
      我感觉不好`),
    taken: lines(`
      我已经吃过药了
      早上吃了
      药都吃了
      刚吃完
      吃过了，谢谢`),
    not_yet: lines(`
      还没有吃药
      我等会儿再吃
      吃完饭再吃
      哎呀，我忘记了
      没有吃
      现在就去吃
      还没呢`),
    yes: lines(`
      对对
      好的，谢谢
      是啊
      可以啊`),
    no: lines(`
      不用不用
      没有，不需要
      不要
      不需要，谢谢`),
    who_is_it: lines(`
      请问你是谁？
      你是哪里打来的？`),
    pardon: lines(`
      我听不清你说什么
      麻烦再说一次
      说慢一点好吗`),
    greeting: [],
    unclear: lines(`
      我儿子很好
      还没睡
      就那样吧
      看情况
      我在看电视
      昨天很好
      如果没事我再告诉你
      我坐公交车了
      好像还行
      差不多`),
  },
  yue: {
    fine: lines(`
      我好好，多謝
      我今日幾好
      冇嘢呀，放心
      身體幾好
      一切都幾好
      我好精神
      好返好多
      冇事冇事
      我冇問題
      都幾好，你呢
      早晨，我好好
      我而家好好多
      唔使擔心，我冇事
      我係，冇事`),
    help: lines(`
      我想搵人幫手
      我喺廁所跣親
      我隻手斷咗
      我今日唔係好舒服
      我條腰好痛
      快啲嚟人
      唔該打電話俾我個女
      唔該叫醫生
      我起唔到身
      我郁唔到
      個心跳得好快
      流好多血
      聞到煤氣味
      我老公暈低咗
      我嘔咗
      我好怕
      我俾人鎖咗喺出面
      我睇唔清楚
      食咗兩次藥
      快啲過嚟
      好辛苦呀
      我身體唔好
      冇力企起身
      我覺得唔好
      我跌咗一跤
      我透唔到氣`),
    taken: lines(`
      我已經食咗藥
      今朝食咗
      啲藥食晒
      啱啱食完
      食咗喇，多謝`),
    not_yet: lines(`
      仲未食藥
      我等陣先食
      食完飯先食
      哎呀，我唔記得咗
      冇食呀
      而家去食
      未呀`),
    yes: lines(`
      係呀係呀
      好呀，唔該
      啱啱
      得啦`),
    no: lines(`
      唔使唔使
      冇呀，唔需要
      唔要
      唔使喇，多謝`),
    who_is_it: lines(`
      請問你係邊個？
      你邊度打嚟㗎？`),
    pardon: lines(`
      我聽唔清楚你講咩
      唔該再講多一次
      講慢啲得唔得`),
    greeting: [],
    unclear: lines(`
      我個仔好好
      仲未瞓
      係咁啦
      睇下點
      我睇緊電視
      尋日好好
      如果冇事我再話你知
      我搭咗巴士
      好似幾好
      差唔多`),
  },
  vi: {
    fine: lines(`
      tôi vẫn khỏe, cảm ơn cô
      dạ tôi khỏe
      hôm nay tôi khỏe
      mọi chuyện bình thường
      tôi thấy khỏe
      tôi đỡ nhiều rồi
      vẫn bình thường, cảm ơn
      không có vấn đề gì
      khỏe re
      tôi không sao, cảm ơn đã hỏi
      ừ, tôi vẫn ổn
      chào cô, tôi khỏe lắm
      tôi khỏe mạnh
      hổng sao đâu`),
    help: lines(`
      làm ơn giúp tôi
      tôi trượt chân trong phòng tắm
      tôi bị gãy tay
      hôm nay tôi không được khỏe
      tôi đau lưng quá
      có ai không, cứu tôi
      làm ơn gọi cho con trai tôi
      gọi bác sĩ giùm tôi
      tôi không đứng lên được
      tôi không cử động được
      tim tôi đập nhanh quá
      tôi bị chảy máu nhiều
      tôi ngửi thấy mùi ga
      chồng tôi bị xỉu
      tôi ói hoài
      tôi sợ lắm
      tôi bị khóa ở ngoài
      mắt tôi không thấy gì
      tôi uống thuốc hai lần
      đến ngay đi
      tôi khó chịu quá
      sức khỏe không tốt
      tôi mệt lắm
      tôi thấy không ổn
      tôi muốn gặp bác sĩ
      chóng mặt quá`),
    taken: lines(`
      tôi đã uống thuốc rồi
      uống hồi sáng rồi
      uống hết rồi
      vừa uống xong
      uống rồi, cảm ơn`),
    not_yet: lines(`
      tôi vẫn chưa uống
      lát nữa tôi uống
      ăn cơm xong tôi uống
      trời ơi, tôi quên mất
      chưa uống thuốc
      giờ tôi uống liền
      chưa đâu`),
    yes: lines(`
      dạ phải
      vâng, cảm ơn
      ừ đúng
      được rồi`),
    no: lines(`
      không cần đâu
      dạ không, cảm ơn
      không không
      tôi không cần gì hết`),
    who_is_it: lines(`
      xin hỏi ai đó vậy?
      gọi từ đâu đó?`),
    pardon: lines(`
      tôi không nghe rõ bạn nói gì
      làm ơn nói lại
      nói chậm lại được không`),
    greeting: [],
    unclear: lines(`
      con trai tôi khỏe
      chưa ngủ
      cũng vậy thôi
      tùy
      tôi đang coi tivi
      hôm qua tôi khỏe
      nếu không sao tôi sẽ nói
      tôi đi xe buýt
      chắc là khỏe
      gần như vậy`),
  },
  ar: {
    fine: lines(`
      أنا منيحة كتير الحمد لله
      الحمد لله بخير
      أنا اليوم أحسن
      كلشي زين
      صحتي منيحة
      ما في مشكلة، أنا منيح
      كل شي منيح
      أنا تمام والحمد لله
      صباح النور، أنا بخير
      بخير شكرا على السؤال
      لا تقلقي، أنا بخير
      نعم أنا بخير
      اني زين الحمد لله
      الأمور تمام`),
    help: lines(`
      أرجوك ساعدني
      زلقت بالحمام
      انكسرت إيدي
      اليوم مو زين
      ضهري عم يوجعني كتير
      أنا مش منيح
      اتصلوا بابني
      جيبولي دكتور
      ما عم بقدر قوم
      ما أقدر أتحرك
      قلبي عم يدق بسرعة
      عم انزف
      في ريحة غاز
      جوزي وقع
      عم استفرغ
      أنا خايف كتير
      انقفل الباب علي
      ما عم شوف
      أخذت الحبة مرتين
      تعالوا بسرعة
      حاسس حالي مو منيح
      صحتي مو زينة
      ما فيني امشي
      لا أشعر بخير
      أريد طبيب
      راسي عم يدور`),
    taken: lines(`
      نعم أخذته الصبح
      أخذت الحبة
      شربته كله
      توني أخذته
      خلص أخدتو، شكرا`),
    not_yet: lines(`
      لا لسا ما أخدت الدوا
      باخدو بعد شوي
      بعد الأكل
      يا الله، نسيته
      ما أخذت الدوا
      رح آخدو هلق
      لا بعدني`),
    yes: lines(`
      إي والله
      نعم، شكرا
      أكيد طبعا
      تمام ماشي`),
    no: lines(`
      لا ما في داعي
      لا، ما أحتاج شي
      لا لا
      ما بحتاج مساعدة`),
    who_is_it: lines(`
      عفوا مين معي؟
      من وين عم تحكي؟`),
    pardon: lines(`
      ما عم اسمعك
      ممكن تعيد؟
      على مهلك شوي لو سمحت`),
    greeting: [],
    unclear: lines(`
      ابني منيح
      لسا ما نمت
      عايشين
      حسب
      عم بتفرج عالتلفزيون
      مبارح كنت منيحة
      إذا كنت بخير بقلك
      ركبت الباص
      يمكن منيح
      تقريبا`),
  },
}
