/**
 * The most frequent parts of passwords (B172): the stems in leaked password lists. A password that contains one of
 * them is weak, so an entry that contains another one would add nothing and is left out. Entries have five or more
 * characters (readings, on purpose against B172): shorter ones are in half of all good passwords. `passw` and `qwert`
 * are the beginnings of "password" and "qwerty".
 */
export const COMMON_PASSWORDS: readonly string[] = `
00000 09876 11111 112233 12121 123123 123321 12345 13131 13579 147258 147852 159159 159753 1q2w3 1qaz2 22222
23456 24680 25802 33333 34567 44444 45678 51505 54321 55555 56789 65432 66666 67890 69696 74108 741852 76543
77777 78907 789456 852085 87654 88888 98765 99999 aaaaa abc123 abcabc abcde admin aerosmith alexand alexis
allison amanda america andrea andrew angel anthony apple arsenal arthur asdasd asdfg ashley august austin
azerty bailey banana barcelona barney baseball basketball batman beautiful beaver benjamin blablabla
blackberry blackie blessed blink182 bluebird bond007 bonnie boomer boston brandon brandy brazil britney
broncos brooklyn browns bubba buddy bulldog buster butter calvin camaro cameron canada captain carlos caroline
carter casper celtic chance changeme charles charlie cheese chelsea chester chevy chicago chicken chocolate
chris clayton coffee computer cookie cooper corvette cowboy cricket crystal dakota dallas daniel david
december default dennis diablo diamond dolphin donald dragon dreams eagle edward eminem enjoy eugene family
fender ferrari firebird fishing florida flower fluffy football forever formula frankie freddy freedom friend
gabriel gandalf garfield gateway gators george giants ginger golden goldfish golfer google gordon grandma
griffin guest guitar gunner hammer hannah happy hardcore harley heather heaven hello hercules hockey houston
hunter iceman iloveyou infinity internet iverson jackie jackson jaguar january jasmine jason jasper jeffrey
jennifer jeremy jessica jessie johnny johnson jordan joseph joshua junior justin katie killer kitten kitty
knight ladies lakers larder lauren leather legend leonard letmein lifehack liverpool loading london looking
lovely loveme lover lucky maddog maggie magic marina marine mario marlboro martin marvin master matrix matthew
maverick maxwell melissa member mercedes merlin mexico michael michelle mickey midnight miller minecraft mommy
monday money monica monkey monster morgan mother mountain muffin murphy mustang mylove naruto nascar natalie
nathan ncc1701 newyork nicholas nicole nintendo nirvana nothing oliver orange p455w0rd p@55w p@ssw pa$$w pa55w
packers panther parker pass1 pass@ passion passw patrick peaches peanut pepper phantom phoenix player please
pokemon pookie popcorn porsche power1 precious prince private purple qazwsx qwaszx qwert rabbit rachel racing
raiders rainbow ranger rebecca redskins redsox redwings richard robert rocket rockyou rolltide rosebud runner
rush2112 russia samantha samson samsung sandra saturn scarface school scooby scooter scorpio scott secret
september sergey service shadow shannon shelby sierra silver skippy slayer slipknot smokey snoopy soccer
sophie spanky sparky spider spitfire starwars steelers stephen steven sticky stupid success summer sunday
sunshine superman superstar surfer sweet swimming sydney taylor teddy tennis teresa testing theman thomas
thunder thx1138 tiffany tiger tigger tinker tomcat tootsie topgun toyota travis trinity trouble trustno tucker
turtle tweety twitter united vampire vanessa victor viking vincent violet voyager walter warrior welcome
whatever wheels wilbur william willie willow wilson winner winston winter wizard wolves wonder xavier xbox360
xxxxx yamaha yankee yellow zaq12 zxcvb zzzzz
`
  .trim()
  .split(/\s+/)
