// The Go floor: net/http and pgconn run the statements that Parvis sent and write their rows as JSON. No
// framework, no checks. Node's channel to its children has one JSON text a line: the first is the setting,
// each further one asks for the CPU time.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/jackc/pgconn"
)

type statement struct {
	Text   string
	Values []*string
}

type setting struct {
	Connection string
	Replayed   []struct {
		Path       string
		Statements []statement
	}
	Pages []struct {
		Path    string
		Headers map[string]string
		Base64  []byte
	}
}

// A statement that is prepared on each connection.
type prepared struct {
	name   string
	values [][]byte
}

const connections = 6

func main() {
	// Ctrl-C reaches every process of the terminal: the bench closes the channel to stop this one.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP)
	number, err := strconv.Atoi(os.Getenv("NODE_CHANNEL_FD"))
	check(err)
	channel := os.NewFile(uintptr(number), "channel")
	input := bufio.NewReader(channel)
	var set setting
	line, err := input.ReadBytes('\n')
	check(err)
	check(json.Unmarshal(line, &set))

	pool := make(chan *pgconn.PgConn, connections)
	for at := 0; at < connections; at++ {
		connection, err := pgconn.Connect(context.Background(), set.Connection)
		check(err)
		pool <- connection
	}
	requests := map[string][]prepared{}
	for number, one := range set.Replayed {
		for at, sent := range one.Statements {
			name := fmt.Sprintf("statement_%d_%d", number, at)
			requests[one.Path] = append(requests[one.Path], prepared{name, texts(sent.Values)})
			for at := 0; at < connections; at++ {
				connection := <-pool
				_, err := connection.Prepare(context.Background(), name, sent.Text, nil)
				check(err)
				pool <- connection
			}
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go func() { check(http.Serve(listener, answers(set, requests, pool))) }()

	tell := json.NewEncoder(channel).Encode
	check(tell(map[string]int{"port": listener.Addr().(*net.TCPAddr).Port}))
	for {
		if _, err := input.ReadBytes('\n'); err != nil {
			return
		}
		var used syscall.Rusage
		check(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
		micros := (used.Utime.Sec+used.Stime.Sec)*1e6 + int64(used.Utime.Usec+used.Stime.Usec)
		check(tell(map[string]int64{"cpu": micros}))
	}
}

func answers(set setting, requests map[string][]prepared, pool chan *pgconn.PgConn) http.HandlerFunc {
	pages := map[string]int{}
	for at, page := range set.Pages {
		pages[page.Path] = at
	}
	return func(response http.ResponseWriter, request *http.Request) {
		path := request.URL.RequestURI()
		if at, ok := pages[path]; ok {
			for name, value := range set.Pages[at].Headers {
				response.Header().Set(name, value)
			}
			response.Write(set.Pages[at].Base64)
			return
		}
		connection := <-pool
		body, err := rowsOf(connection, requests[path])
		pool <- connection
		if err != nil {
			http.Error(response, err.Error(), 500)
			return
		}
		response.Header().Set("Content-Type", "application/json; charset=utf-8")
		response.Header().Set("Content-Length", strconv.Itoa(len(body)))
		response.Write(body)
	}
}

// Runs all statements in one round trip, and writes the rows of the last.
func rowsOf(connection *pgconn.PgConn, statements []prepared) ([]byte, error) {
	batch := &pgconn.Batch{}
	for _, one := range statements {
		batch.ExecPrepared(one.name, one.values, nil, nil)
	}
	results := connection.ExecBatch(context.Background(), batch)
	var body bytes.Buffer
	for results.NextResult() {
		body.Reset()
		body.WriteString(`{"data":[`)
		reader := results.ResultReader()
		for first := true; reader.NextRow(); first = false {
			if !first {
				body.WriteByte(',')
			}
			writeRow(&body, reader)
		}
		body.WriteString(`]}`)
		if _, err := reader.Close(); err != nil {
			results.Close()
			return nil, err
		}
	}
	return body.Bytes(), results.Close()
}

func writeRow(body *bytes.Buffer, reader *pgconn.ResultReader) {
	body.WriteByte('{')
	values := reader.Values()
	for at, field := range reader.FieldDescriptions() {
		if at > 0 {
			body.WriteByte(',')
		}
		body.WriteByte('"')
		body.Write(field.Name)
		body.WriteString(`":`)
		writeValue(body, field.DataTypeOID, values[at])
	}
	body.WriteByte('}')
}

// Object identifiers of PostgreSQL: boolean, numbers and JSON are written as they are, all else is text.
func writeValue(body *bytes.Buffer, oid uint32, value []byte) {
	switch {
	case value == nil:
		body.WriteString("null")
	case oid == 16:
		body.WriteString(map[bool]string{true: "true", false: "false"}[value[0] == 't'])
	case oid == 20 || oid == 21 || oid == 23 || oid == 700 || oid == 701 || oid == 114 || oid == 3802:
		body.Write(value)
	default:
		text, _ := json.Marshal(string(value))
		body.Write(text)
	}
}

func texts(values []*string) [][]byte {
	all := make([][]byte, len(values))
	for at, value := range values {
		if value != nil {
			all[at] = []byte(*value)
		}
	}
	return all
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
