<?php

declare(strict_types=1);

/**
 * The licence of a web site or program: sample.php shows its use. PHP 7.4+, with curl or allow_url_fopen.
 * 网站或程序的授权，用法见 sample.php。
 *
 * A file keeps the state between requests: only one page view in ten minutes asks the server.
 * 状态保存在文件中：十分钟内只有一次访问会联网验证。
 */
class Pulsekey
{
    // You may change these. 以下各项可以修改。
    protected const ADDRESS = "{{address}}"; // the server, without a slash at the end 服务器地址，末尾不带斜杠
    protected const APP = "{{app}}";
    protected const APPKEY = "{{appkey}}";
    protected const RC4KEY = "{{rc4key}}";
    protected const VERSION = "{{version}}"; // of this program 本程序的版本
    protected const MODE = "{{mode}}"; // 0 plain 明文, 3 RC4-2
    protected const GRACE_HOURS = "{{grace_hours}}"; // without an answer the last good one counts so long 无应答时沿用上次授权的小时数
    protected const ANSWER_KEY = "{{answer_key}}"; // verifies answers; empty: not signed 验证应答签名的公钥，空为不签名
    protected const ANSWER_KEY_NEXT = "{{answer_key_next}}";

    public const WAITING = 'waiting';
    public const LICENSED = 'licensed';
    public const GRACE = 'grace';
    public const REFUSED = 'refused';
    public const UPDATE = 'update';
    public const FOREVER = 4102243200;

    private const RECHECK = 600; // seconds between two checks 两次验证的间隔秒数
    private const NOTICE_RETRY = 60;
    private const TIMEOUT = 8; // seconds that a page view waits at most 一次访问最多等待的秒数
    private const ONE_USE = 3600; // a use of a code that counts uses lasts an hour 次数卡每次可用一小时
    private const TRANSIENT = [105, 108, 170, 171, 429];
    private const TOO_OFTEN = ['请求频率过快', 'Too many requests, please wait'];
    private const NOTHING = [
        'name' => self::WAITING, 'code' => 0, 'text' => '', 'end' => 0, 'given' => 0, 'seen' => 0, 'wall' => 0,
        'next' => 0, 'failures' => 0, 'skew' => 0, 'newest' => [], 'notice' => '', 'notice_next' => 0,
    ];

    /** @var string */
    private $kami;
    /** @var string */
    private $machine;
    /** @var string */
    private $path;
    /** @var array */
    private $kept;

    /** @param string|null $folder that PHP may write to; not below the web root if you can 可写的目录，最好在网站根目录之外 */
    public function __construct(string $kami, ?string $machine = null, ?string $folder = null)
    {
        // Blanks and invisible signs of chats around it. 去掉两端的空白与不可见字符。
        $this->kami = preg_replace('/^[\s\p{Z}\p{Cf}]+|[\s\p{Z}\p{Cf}]+$/u', '', $kami) ?? trim($kami);
        $this->machine = $machine ?? self::machineCode();
        $name = static::APP . '-' . substr(md5($this->kami . ' ' . $this->machine), 0, 16);
        $this->path = ($folder ?? __DIR__ . '/pulsekey-state') . "/$name.json";
        $this->kept = $this->read();
    }

    // --- what a program uses 供程序调用 ---

    /** Whether the program may run now. 程序现在是否可以运行。 */
    public function allowed(): bool
    {
        return in_array($this->check()['name'], [self::LICENSED, self::GRACE], true);
    }

    /**
     * The state. Asks the server if the last answer is too old. 当前状态，必要时才联网。
     *
     * @return array{name: string, code: int, text: string, end: int}
     */
    public function check(): array
    {
        $this->kept = $this->read();
        return $this->isDue() ? $this->ask(false) : $this->state();
    }

    /** Asks now, whatever the period. 立即联网验证。 */
    public function askNow(): array
    {
        return $this->ask(true);
    }

    /** Frees the code from this machine; code is 200 when done. 解绑本机，code 为200即成功。 */
    public function unbind(): array
    {
        $lock = $this->lock(true);
        try {
            $answer = $this->call('kmunmachine', ['kami' => $this->kami, 'markcode' => $this->machine]);
            if ($answer['code'] === 200) {
                $this->kept = array_merge(self::NOTHING, ['name' => self::REFUSED, 'text' => $answer['text'], 'next' => PHP_INT_MAX]);
                $this->write();
            }
            return ['name' => $this->state()['name'], 'code' => $answer['code'], 'text' => $answer['text'], 'end' => 0];
        } catch (PulsekeyNoAnswer $reason) {
            return ['name' => $this->state()['name'], 'code' => 0, 'text' => $reason->getMessage(), 'end' => 0];
        } finally {
            $this->unlock($lock);
        }
    }

    /** The announcement, at most ten minutes old; empty before the first answer. 公告，最多十分钟前的内容，首次应答前为空。 */
    public function notice(): string
    {
        $this->kept = $this->read();
        $lock = $this->isNoticeDue() ? $this->lock(false) : null;
        if ($lock !== null) {
            try {
                $this->kept = $this->read();
                if ($this->isNoticeDue()) {
                    $this->askNotice();
                    $this->write();
                }
            } finally {
                $this->unlock($lock);
            }
        }
        return $this->kept['notice'];
    }

    /** The newest version and its address, if this program is older. 有新版本时返回版本与下载地址。 */
    public function update(): ?array
    {
        $newest = $this->kept['newest'];
        return self::isNewer((string) ($newest['version'] ?? ''), static::VERSION) ? $newest : null;
    }

    // --- one check 一次验证 ---

    protected function now(): int
    {
        return time();
    }

    /** The clock set back is a reason to ask. 时钟被回拨时立即验证。 */
    private function isDue(): bool
    {
        $now = $this->now();
        return $now >= $this->kept['next'] || $now < $this->kept['wall'];
    }

    /** One process asks; the others go on with what is known. 只有一个进程联网，其余沿用已知状态。 */
    private function ask(bool $now): array
    {
        $isKnown = in_array($this->state()['name'], [self::LICENSED, self::GRACE], true);
        $lock = $this->lock($now || !$isKnown);
        if ($lock !== null) {
            try {
                $this->kept = $this->read();
                if ($now || $this->isDue()) {
                    $this->askServer();
                    $this->write();
                }
            } finally {
                $this->unlock($lock);
            }
        }
        return $this->state();
    }

    private function state(): array
    {
        $kept = $this->kept;
        $state = ['name' => $kept['name'], 'code' => $kept['code'], 'text' => $kept['text'], 'end' => $kept['end']];
        if (!$this->canVerify()) {
            $text = 'Enable the sodium extension of PHP, or load paragonie/sodium_compat / 请启用 PHP 的 sodium 扩展';
            return ['name' => self::REFUSED, 'code' => 0, 'text' => $text, 'end' => 0];
        }
        $isGood = $kept['name'] === self::LICENSED || $kept['name'] === self::GRACE;
        if ($isGood && !$this->counts($kept['name'] === self::GRACE)) {
            $text = 'The licence has to be confirmed / 授权需要重新确认';
            return ['name' => self::WAITING, 'code' => 0, 'text' => $text, 'end' => $kept['end']];
        }
        return $state;
    }

    private function askServer(): void
    {
        if (!$this->canVerify()) {
            return;
        }
        try {
            $answered = $this->answered();
            $this->kept = array_merge($this->kept, $answered, ['failures' => 0]);
        } catch (PulsekeyNoAnswer $reason) {
            $this->tick();
            $this->kept['failures']++;
            if ($this->kept['name'] !== self::REFUSED && $this->kept['name'] !== self::UPDATE) {
                $this->kept['name'] = $this->counts(true) ? self::GRACE : self::WAITING;
                $this->kept['code'] = 0;
                $this->kept['text'] = $reason->getMessage();
            }
        }
        $this->kept['next'] = $this->now() + $this->pause();
    }

    /** Seconds until the next check: 5 s after a failure, doubling, at most 5 min. 距下次验证的秒数。 */
    private function pause(): int
    {
        $uneven = mt_rand(800, 1200) / 1000;
        $kept = $this->kept;
        if ($kept['failures'] > 0) {
            return (int) round(min(5 * 2 ** min($kept['failures'] - 1, 10), 300) * $uneven);
        }
        if ($kept['name'] !== self::LICENSED) {
            return (int) round(self::RECHECK * $uneven);
        }
        $left = max(1, $kept['end'] - $kept['given']);
        // Another check would take another use. 再次验证会再扣一次，所以等到期。
        return $left === self::ONE_USE ? $left : (int) min(round(self::RECHECK * $uneven), $left);
    }

    private function isNoticeDue(): bool
    {
        return $this->now() >= $this->kept['notice_next'];
    }

    private function askNotice(): void
    {
        try {
            $answer = $this->call('notice', []);
            $this->kept['notice'] = $answer['code'] === 200 ? (string) ($answer['fields']['app_gg'] ?? '') : '';
            $this->kept['notice_next'] = $this->now() + self::RECHECK;
        } catch (PulsekeyNoAnswer $reason) {
            $this->kept['notice_next'] = $this->now() + self::NOTICE_RETRY;
        }
    }

    /** What an answer makes of the state. 应答带来的新状态。 */
    private function answered(): array
    {
        $newest = $this->newest();
        $this->kept['newest'] = $newest;
        $update = $this->update();
        if ($update !== null && ($newest['app_update_must'] ?? '') === 'y') {
            $text = (string) ($newest['app_update_show'] ?? '');
            $version = $newest['version'];
            $text = $text !== '' ? $text : "Version $version is needed / 请更新到 $version";
            return ['name' => self::UPDATE, 'code' => 200, 'text' => $text];
        }
        $answer = $this->call('kmlogon', ['kami' => $this->kami, 'markcode' => $this->machine]);
        if ($answer['code'] !== 200) {
            $refused = ['name' => self::REFUSED, 'code' => $answer['code'], 'text' => $answer['text']];
            return array_merge($refused, ['end' => 0, 'given' => 0, 'seen' => 0, 'wall' => $this->now()]);
        }
        // A person in between could let the server answer a good code of their own. 防止他人用自己的卡密代答。
        if (($answer['fields']['kami'] ?? '') !== $this->kami) {
            throw new PulsekeyNoAnswer('The answer is to another call / 这是对其他请求的应答');
        }
        $end = $answer['fields']['vip'] ?? null;
        if (!is_numeric($end)) {
            throw new PulsekeyNoAnswer('The answer has no end / 应答中没有到期时间');
        }
        $at = $answer['time'];
        $state = ['name' => self::LICENSED, 'code' => 200, 'text' => '', 'end' => (int) $end];
        return array_merge($state, ['given' => $at, 'seen' => $at, 'wall' => $this->now()]);
    }

    private function newest(): array
    {
        try {
            $answer = $this->call('ini', []);
        } catch (PulsekeyBusy $reason) {
            return $this->kept['newest'];
        }
        $names = array_flip(['version', 'version_info', 'app_update_show', 'app_update_url', 'app_update_must']);
        return $answer['code'] === 200 ? array_intersect_key($answer['fields'], $names) : [];
    }

    // --- the last good answer 上一次成功的应答 ---

    /** Only a clock that goes forward counts, so a clock set back gains nothing. 时钟回拨不会延长授权。 */
    private function tick(): void
    {
        $now = $this->now();
        $this->kept['seen'] += max(0, $now - $this->kept['wall']);
        $this->kept['wall'] = $now;
    }

    private function counts(bool $grace): bool
    {
        $kept = $this->kept;
        $now = $kept['seen'] + max(0, $this->now() - $kept['wall']);
        return $now < $kept['end'] && (!$grace || $now < $kept['given'] + static::GRACE_HOURS * 3600);
    }

    /** An edited file, or one of another machine, has another digest. 改动过的或来自别的机器的文件无效。 */
    private function digest(string $content): string
    {
        return md5(static::APP . '&' . $this->kami . '&' . $content . '&' . static::APPKEY . '&' . $this->machine);
    }

    private function read(): array
    {
        $text = @file_get_contents($this->path);
        $parts = explode("\n", $text === false ? '' : $text, 2);
        if (count($parts) === 2 && hash_equals($this->digest($parts[1]), $parts[0])) {
            $kept = json_decode($parts[1], true);
            if (is_array($kept)) {
                return array_merge(self::NOTHING, $kept);
            }
        }
        return isset($this->kept) && !$this->canKeep() ? $this->kept : self::NOTHING;
    }

    /** Without a folder to write to, the state lives as long as this object. 无可写目录时状态只在本对象内有效。 */
    private function canKeep(): bool
    {
        return is_writable(dirname($this->path));
    }

    private function write(): void
    {
        $content = json_encode($this->kept, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
        $part = $this->path . '.' . getmypid();
        if (@file_put_contents($part, $this->digest((string) $content) . "\n" . $content) !== false) {
            @rename($part, $this->path);
        }
    }

    /** @return resource|bool|null null where another process asks just now 其他进程正在验证时为空 */
    private function lock(bool $wait)
    {
        $folder = dirname($this->path);
        if (!is_dir($folder)) {
            @mkdir($folder, 0700, true);
        }
        $file = @fopen($this->path . '.lock', 'c');
        if ($file === false) {
            return true;
        }
        return flock($file, $wait ? LOCK_EX : LOCK_EX | LOCK_NB) ? $file : null;
    }

    /** @param resource|bool|null $lock */
    private function unlock($lock): void
    {
        if (is_resource($lock)) {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    // --- the protocol 协议 ---

    /** An answer that is surely the server's. 返回可信的应答，否则抛出异常。 */
    private function call(string $api, array $params): array
    {
        foreach ($params as $value) {
            // RC4-2 joins its parts by &. No code has a control character. RC4-2 以 & 分隔各项。
            if (preg_match(static::MODE === 3 ? '/[\x00-\x1f\x7f&]/' : '/[\x00-\x1f\x7f]/', $value) === 1) {
                $text = 'This sign cannot be in a code / 卡密或机器码含有不能使用的字符';
                return ['code' => 401, 'text' => $text, 'fields' => [], 'time' => 0];
            }
        }
        $answer = $this->exchange($api, $params);
        if ($answer['code'] === 105 || $answer['code'] === 108) { // the own clock 本机时钟
            $this->kept['skew'] = $answer['time'] - $this->now();
            $answer = $this->exchange($api, $params);
        }
        $code = $answer['code'];
        $waits = in_array($answer['text'], self::TOO_OFTEN, true);
        if ($waits || in_array($code, self::TRANSIENT, true) || ($code >= 500 && $code < 600)) {
            throw new PulsekeyBusy("$code " . $answer['text']);
        }
        return $answer;
    }

    private function exchange(string $api, array $params): array
    {
        $value = bin2hex(random_bytes(16));
        // The server takes no signature twice. 服务器不接受重复的签名。
        $fields = $params + ['nonce' => $value, 't' => (string) ($this->now() + $this->kept['skew'])];
        $text = '';
        foreach ($fields as $name => $given) {
            $text .= "$name=$given&";
        }
        $fields['sign'] = md5($text . static::APPKEY);
        if (static::MODE === 3) {
            $fields = ['data' => bin2hex(self::rc4(static::RC4KEY, $text . 'sign=' . $fields['sign']))];
        }
        $fields['value'] = $value;
        $url = static::ADDRESS . "/api.php?api=$api&app=" . static::APP;
        [$body, $signature] = $this->post($url, http_build_query($fields, '', '&'));
        $json = $body;
        if (static::MODE === 3) {
            $json = self::rc4(static::RC4KEY, strlen($body) % 2 === 0 && ctype_xdigit($body) ? hex2bin($body) : '');
        }
        $answer = json_decode($json, true);
        if (is_array($answer) && is_int($answer['code'] ?? null) && is_int($answer['time'] ?? null)) {
            $check = md5($answer['time'] . static::APPKEY . $value);
            $isOwn = is_string($answer['check'] ?? null) && hash_equals($check, $answer['check']);
            if ($isOwn && (static::ANSWER_KEY === '' || $this->isSigned($signature, $value, $api, $body, $answer['time']))) {
                $msg = $answer['msg'] ?? '';
                $fields = is_array($msg) ? $msg : (is_array($answer['data'] ?? null) ? $answer['data'] : []);
                $text = is_string($msg) ? $msg : '';
                return ['code' => $answer['code'], 'text' => $text, 'fields' => $fields, 'time' => $answer['time']];
            }
        }
        $place = self::place();
        throw new PulsekeyNoAnswer("The answer of $place is not the server's / $place 的应答不是授权服务器发出的");
    }

    private function canVerify(): bool
    {
        return static::ANSWER_KEY === '' || function_exists('sodium_crypto_sign_verify_detached');
    }

    /** Whether one of the server's two keys signed the answer. 应答是否由服务器的密钥签名。 */
    private function isSigned(string $signature, string $value, string $api, string $body, int $at): bool
    {
        $entries = explode(' ', trim($signature));
        if (!$this->canVerify() || array_shift($entries) !== "t=$at") {
            return false;
        }
        $message = "pulsekey1\n$at\n$value\n$api\n$body";
        foreach (array_filter([static::ANSWER_KEY, static::ANSWER_KEY_NEXT]) as $key) {
            $public = (string) hex2bin($key);
            $name = substr(hash('sha256', $public), 0, 8) . '=';
            foreach ($entries as $entry) {
                $bytes = strpos($entry, $name) === 0 ? base64_decode(substr($entry, strlen($name)), true) : false;
                if ($bytes !== false && strlen($bytes) === 64 && sodium_crypto_sign_verify_detached($bytes, $message, $public)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The body and the signature of an answer. 返回应答正文与签名。 */
    private function post(string $url, string $form): array
    {
        $type = 'Content-Type: application/x-www-form-urlencoded';
        $headers = [];
        if (function_exists('curl_init')) {
            $curl = curl_init($url);
            curl_setopt_array($curl, [
                CURLOPT_POSTFIELDS => $form,
                CURLOPT_HTTPHEADER => [$type, 'Expect:'],
                CURLOPT_USERAGENT => 'Pulsekey/1',
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_CONNECTTIMEOUT => 3,
                CURLOPT_TIMEOUT => self::TIMEOUT,
                CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$headers): int {
                    $headers[] = $line;
                    return strlen($line);
                },
            ]);
            $body = curl_exec($curl);
            $reason = curl_error($curl);
        } elseif (!ini_get('allow_url_fopen')) {
            throw new PulsekeyNoAnswer('PHP needs the curl extension or allow_url_fopen / PHP 需要 curl 扩展或 allow_url_fopen');
        } else {
            $options = [
                'method' => 'POST', 'content' => $form, 'header' => $type, 'user_agent' => 'Pulsekey/1',
                'timeout' => self::TIMEOUT, 'ignore_errors' => true, 'follow_location' => 0,
            ];
            error_clear_last();
            $body = @file_get_contents($url, false, stream_context_create(['http' => $options]), 0, 1 << 20);
            $reason = error_get_last()['message'] ?? '';
            // PHP 8.5 asks for the function; older ones have only the variable. 新旧版本读取响应头的方式不同。
            $headers = function_exists('http_get_last_response_headers')
                ? http_get_last_response_headers() ?? []
                : $http_response_header ?? [];
        }
        [$status, $signature] = [0, ''];
        foreach ($headers as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found) === 1) {
                [$status, $signature] = [(int) $found[1], '']; // a proxy's own answer comes first 代理的应答在前
            } elseif (stripos($line, 'X-Pulsekey-Signature:') === 0) {
                $signature = trim(substr($line, 21));
            }
        }
        if (!is_string($body) || $status !== 200) {
            $place = self::place();
            $reason = $status === 0 ? $reason : "HTTP $status";
            throw new PulsekeyNoAnswer("No answer from $place, allow it in the firewall ($reason) / $place 无应答，请在防火墙中放行");
        }
        return [$body, $signature];
    }

    /** The host and port that a firewall has to allow. 防火墙需要放行的主机与端口。 */
    private static function place(): string
    {
        $place = preg_replace('~^\w+://|/.*~', '', static::ADDRESS);
        return preg_match('~:\d+$~', $place) === 1 ? $place : $place . (stripos(static::ADDRESS, 'https') === 0 ? ':443' : ':80');
    }

    /** 1.10 is newer than 1.9; where no number decides, another text is newer. 数字相同时，文字不同即为新版本。 */
    private static function isNewer(string $version, string $own): bool
    {
        $version = trim($version);
        if ($version === '' || $version === trim($own)) {
            return false;
        }
        preg_match_all('/\d{1,9}/', $version, $left);
        preg_match_all('/\d{1,9}/', $own, $right);
        $size = max(count($left[0]), count($right[0]));
        return array_map('intval', array_pad($left[0], $size, '0')) >= array_map('intval', array_pad($right[0], $size, '0'));
    }

    private static function rc4(string $key, string $data): string
    {
        $s = range(0, 255);
        for ($i = $j = 0; $i < 256; $i++) {
            $j = ($j + $s[$i] + ord($key[$i % strlen($key)])) & 255;
            [$s[$i], $s[$j]] = [$s[$j], $s[$i]];
        }
        $size = strlen($data);
        for ($at = $i = $j = 0; $at < $size; $at++) {
            $i = ($i + 1) & 255;
            $j = ($j + $s[$i]) & 255;
            [$s[$i], $s[$j]] = [$s[$j], $s[$i]];
            $data[$at] = chr(ord($data[$at]) ^ $s[($s[$i] + $s[$j]) & 255]);
        }
        return $data;
    }

    /** The same text on this machine for ever. 本机固定不变的机器码。 */
    public static function machineCode(): string
    {
        $id = @file_get_contents('/etc/machine-id');
        return strtoupper(md5('pulsekey ' . ($id === false ? php_uname('n') . __DIR__ : trim($id))));
    }
}

/** The server cannot be reached, or the answer is not its own. 无法连接，或应答不可信。 */
class PulsekeyNoAnswer extends RuntimeException
{
}

/** The server asks for patience. 服务器要求稍后再试。 */
class PulsekeyBusy extends PulsekeyNoAnswer
{
}
